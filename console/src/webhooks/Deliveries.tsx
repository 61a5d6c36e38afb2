import { Code, Stack, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useChange } from '../api/queries.ts'
import type { QueryOf } from '../api/request.ts'
import type { WebhookDelivery } from '../api/schema.ts'
import { Filters } from '../display/Filters.tsx'
import { goodSearch } from '../display/filters.ts'
import { RecordList } from '../display/ListPage.tsx'
import { EmptyState, Section } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, ShortId } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { RowButton } from '../display/RowButton.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { eventWords } from '../events/event-types.ts'
import { useMay } from '../session/caller.tsx'

const FILTERS = [
  { name: 'status', label: 'Status', kind: 'one', values: ['pending', 'delivered', 'failed'] },
] as const
const OPERATION = 'GET /v1/webhook-endpoints/{id}/deliveries'

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  { header: 'Event', cell: (delivery) => <Sent {...delivery} /> },
  {
    header: 'Status',
    cell: ({ status, nextAttemptAt }) => (
      <>
        <StatusBadge status={status} />
        {nextAttemptAt !== null && (
          <Text size="xs" component="div">
            Next attempt: <Time at={nextAttemptAt} />
          </Text>
        )}
      </>
    ),
  },
  { header: 'Attempts', cell: (delivery) => <Attempts {...delivery} /> },
]

export function Deliveries({ id }: { readonly id: string }) {
  const { status } = goodSearch(useSearch({ from: '/webhooks/$id' }), FILTERS)
  const resend = useChange('POST /v1/webhook-endpoints/{id}/replay')
  const send = (eventId: string) => resend.mutate({ path: { id }, body: { eventId } })
  const resending: Column<WebhookDelivery> = {
    header: 'Actions',
    cell: (row) => <RowButton label="Resend" of={row.id} onClick={() => send(row.id)} />,
  }
  return (
    <Section title="Deliveries">
      <Filters filters={FILTERS} />
      <ProblemAlert error={resend.error} />
      <RecordList
        label="Deliveries"
        operation={OPERATION}
        args={{ path: { id }, query: { status } as QueryOf<typeof OPERATION> }}
        columns={[...COLUMNS, resending]}
        refetchInterval={4_000}
        empty={
          <EmptyState title="No deliveries">
            Each event that is sent appears here with its attempts. Send a test to try it.
          </EmptyState>
        }
      />
    </Section>
  )
}

function Sent({ id, eventType }: WebhookDelivery) {
  const name = eventWords(eventType)
  return (
    <Stack gap={0} align="flex-start">
      {useMay('events:read') ? (
        <AppLink to="/events" search={{ id }}>
          {name}
        </AppLink>
      ) : (
        <Text>{name}</Text>
      )}
      <ShortId id={id} />
    </Stack>
  )
}

/** The last attempt in a line, and all that are known on request. */
function Attempts({ attempts, totalAttempts }: WebhookDelivery) {
  const last = attempts.at(-1)
  if (last === undefined) return <Text>None yet</Text>
  const shown = totalAttempts > attempts.length ? 'last' : 'all'
  return (
    <details>
      <Text component="summary" lh="24px">
        {attemptWords(last)} · <Time at={last.at} />
        {attempts.length > 1 && ` · ${shown} ${attempts.length}`}
      </Text>
      {attempts.toReversed().map((attempt) => (
        <Text key={attempt.at} size="xs" component="div" mt="xs">
          <Time at={attempt.at} /> · {attemptWords(attempt)} · {attempt.durationMs.toLocaleString()}{' '}
          ms
          <div>{attempt.error}</div>
          {attempt.response && (
            <Code block fz="xs" mah={160} style={{ overflow: 'auto' }} tabIndex={0}>
              {attempt.response}
            </Code>
          )}
        </Text>
      ))}
    </details>
  )
}

function attemptWords({ status, error }: WebhookDelivery['attempts'][number]): string {
  if (status !== null) return `${error === null ? 'Accepted' : 'Rejected'} (HTTP ${status})`
  return error ?? 'No response'
}
