import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowOf, rowsOf } from '../../database/changes/row-of.ts'
import { KeysetPages } from '../../database/keyset-page.ts'
import { EVENT_CHECKPOINT_COLUMNS, type EventCheckpointRow } from './event-checkpoint.ts'

/** Newest first: the chain only grows. */
export const CHECKPOINT_PAGES = new KeysetPages<EventCheckpointRow>({
  order: {
    direction: 'descending',
    key: [
      { name: 'sequence', type: 'number' },
      { name: 'at', type: 'instant' },
    ],
  },
  columns: ['checkpoint.sequence', 'at'],
  conditions: {},
  select: ({ where, rows }) => `
    select ${EVENT_CHECKPOINT_COLUMNS} from event_checkpoints as checkpoint
    where organization_id = $1 ${where}
    ${rows}`,
})

const BETWEEN = `
  select ${EVENT_CHECKPOINT_COLUMNS} from event_checkpoints as checkpoint
  where organization_id = $1 and checkpoint.sequence > $2 and checkpoint.sequence <= $3
  order by checkpoint.sequence, at`

/** The checkpoints over events with a number above `after`, up to `to`, in the order of the feed. */
export const findCheckpoints = rowsOf<EventCheckpointRow, [after: number, to: number]>(BETWEEN)

export const LAST_CHECKPOINT = `
  select ${EVENT_CHECKPOINT_COLUMNS} from event_checkpoints as checkpoint
  where organization_id = $1
  order by checkpoint.sequence desc, at desc limit 1`

export const lastCheckpoint = rowOf<EventCheckpointRow, []>(LAST_CHECKPOINT)

const OTHERS = `
  select exists (
    select from events
    where organization_id = $1 and number > $2 and number <= $3
      and type <> 'event_checkpoint.created'
  ) as found`

/** Whether there are events above `after`, up to `to`, that are not those of checkpoints. */
export async function hasOtherEvents(
  tx: OrganizationTransaction,
  after: number,
  to: number,
): Promise<boolean> {
  const [row] = await tx.run<{ found: boolean }>(OTHERS, [after, to])
  return row?.found === true
}

const INSERT = `
  insert into event_checkpoints (organization_id, sequence, at, chain_hash, key_id, signature)
  values ($1, $2::bigint, $3::timestamptz, $4, $5, $6)
  on conflict do nothing`

/** Leaves the same checkpoint of the same millisecond as it is. */
export function insertCheckpoint(
  tx: OrganizationTransaction,
  { sequence, at, chainHash, keyId, signature }: EventCheckpointRow,
): void {
  void tx.run(INSERT, [sequence, at.toISOString(), chainHash, keyId, signature])
}
