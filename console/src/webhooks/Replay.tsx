import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { ReplayedWebhookEvents, WebhookReplay } from '../api/schema.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Instant } from '../events/EventFilters.tsx'

/** Sends the events of a range again. */
export function Replay({ id, close }: { readonly id: string; readonly close: () => void }) {
  const [by, setBy] = useState<'time' | 'event'>('time')
  const [range, setRange] = useState<WebhookReplay>({
    occurredFrom: new Date(Date.now() - 86_400_000).toISOString(),
  })
  const [sent, setSent] = useState<ReplayedWebhookEvents>()
  const replay = useChange('POST /v1/webhook-endpoints/{id}/replay')
  const { afterEventId = '', ...times } = range
  const body = by === 'time' ? times : { afterEventId: afterEventId.trim() }
  const send = (those: WebhookReplay) =>
    replay.mutate(
      { path: { id }, body: those },
      { onSuccess: (answer) => setSent(answer.body.data) },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(body)
  }
  if (sent !== undefined) {
    const { lastEventId, hasMore } = sent
    return (
      <Stack>
        <Alert title={`${sent.events.toLocaleString()} events are sent`} role="status">
          {hasMore && lastEventId !== null
            ? 'The range has more: send the next ones, too.'
            : 'These are all of the range that fit the endpoint’s types. The deliveries show what becomes of them.'}
        </Alert>
        <ProblemAlert error={replay.error} />
        <Group justify="flex-end">
          {hasMore && lastEventId !== null && (
            <Button
              variant="default"
              loading={replay.isPending}
              onClick={() => send({ ...times, afterEventId: lastEventId })}
            >
              Send the next ones
            </Button>
          )}
          <Button onClick={close} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          Events of the endpoint’s types are sent again, also those that were delivered. The
          receiver knows them by their id.
        </Text>
        <SegmentedControl
          aria-label="Which events"
          data={[
            { value: 'time', label: 'Of a time' },
            { value: 'event', label: 'Since an event' },
          ]}
          value={by}
          onChange={(value) => setBy(value as typeof by)}
        />
        {by === 'time' ? (
          <Group grow preventGrowOverflow={false}>
            <Instant
              label="From"
              value={range.occurredFrom}
              set={(occurredFrom) => setRange(without({ ...range, occurredFrom }))}
            />
            <Instant
              label="Before"
              value={range.occurredBefore}
              set={(occurredBefore) => setRange(without({ ...range, occurredBefore }))}
            />
          </Group>
        ) : (
          <TextInput
            label="After the event"
            description="The last one that your receiver has; those behind it are sent."
            placeholder="evt_…"
            value={afterEventId}
            onChange={(event) => setRange({ ...range, afterEventId: event.currentTarget.value })}
            required
          />
        )}
        <ProblemAlert error={replay.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Not now
          </Button>
          <Button
            type="submit"
            loading={replay.isPending}
            disabled={by === 'time' && Object.keys(times).length === 0}
          >
            Send again
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Without the members that are undefined. */
function without(range: { readonly [Name in keyof WebhookReplay]: string | undefined }) {
  return Object.fromEntries(
    Object.entries(range).filter(([, value]) => value !== undefined),
  ) as WebhookReplay
}
