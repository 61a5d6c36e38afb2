import { Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read, useChange } from '../api/queries.ts'
import type { QueryOf } from '../api/request.ts'
import type { WebhookDelivery } from '../api/schema.ts'
import { Filters } from '../display/Filters.tsx'
import { goodSearch } from '../display/filters.ts'
import { EmptyState, Section } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, ShortId } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { RowButton } from '../display/RowButton.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { eventWords } from '../events/event-types.ts'
import { useMay } from '../session/caller.tsx'

const FILTERS = [
  { name: 'status', label: 'Status', kind: 'one', values: ['pending', 'delivered', 'failed'] },
] as const

/** Deliveries cause no events, so the list is polled. */
const POLL_MS = 4_000

export function Deliveries({ id }: { readonly id: string }) {
  const search = useSearch({ from: '/webhooks/$id' })
  const query = {
    ...goodSearch(search, FILTERS),
    limit: 25,
  } as QueryOf<'GET /v1/webhook-endpoints/{id}/deliveries'>
  const list = useQuery({
    ...read('GET /v1/webhook-endpoints/{id}/deliveries', { path: { id }, query }),
    refetchInterval: POLL_MS,
  })
  const mayRead = useMay('events:read')
  const resend = useChange('POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/resend')
  const send = (deliveryId: string) => resend.mutate({ path: { id, deliveryId }, body: {} })
  return (
    <Section title="Deliveries">
      <Filters filters={FILTERS} />
      <ProblemAlert error={resend.error} />
      <RecordTable
        label="Deliveries"
        list={list}
        columns={columns(mayRead, send)}
        empty={
          <EmptyState title="No deliveries">
            Each event that is sent appears here with its attempts. Send a test to try it.
          </EmptyState>
        }
      />
    </Section>
  )
}

function columns(mayRead: boolean, resend: (id: string) => void): Column<WebhookDelivery>[] {
  return [
    {
      header: 'Event',
      cell: ({ id, eventType }) => (
        <Stack gap={0} align="flex-start">
          {mayRead ? (
            <AppLink to="/events" search={{ id }} fz="sm">
              {eventWords(eventType)}
            </AppLink>
          ) : (
            <Text size="sm">{eventWords(eventType)}</Text>
          )}
          <ShortId id={id} />
        </Stack>
      ),
    },
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
    {
      header: 'Actions',
      cell: ({ id }) => <RowButton label="Resend" of={id} onClick={() => resend(id)} />,
    },
  ]
}

/** The last attempt in a line, and all that are known on request. */
function Attempts({ attempts, totalAttempts }: WebhookDelivery) {
  const last = attempts.at(-1)
  if (last === undefined) return <Text size="sm">None yet</Text>
  const shown = totalAttempts > attempts.length ? 'last' : 'all'
  return (
    <details>
      <Text size="sm" component="summary" lh="24px">
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
