import type { ClientBase } from 'pg'

/** Writes the event of a change, or nothing; in the transaction of the change. */
export type WriteEvent = (
  client: ClientBase,
  event: { organizationId: string; type: string; subjectId: string; data: object },
) => Promise<void>

/** One row for each change, as a team writes it whose webhooks must not miss one. */
export const writeToOutbox: WriteEvent = async (client, event) => {
  await client.query({
    name: 'insert-event',
    text: `insert into outbox_events (organization_id, type, subject_id, data)
      values ($1, $2, $3, $4)`,
    values: [event.organizationId, event.type, event.subjectId, JSON.stringify(event.data)],
  })
}
