import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { ReplayedWebhookEvents, WebhookReplay } from '../api/schema.ts'
import { DialogButtons } from '../display/DialogButtons.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Instant } from '../events/EventFilters.tsx'

/** Sends the events of a range again. */
export function Replay({ id, close }: { readonly id: string; readonly close: () => void }) {
  const [sent, setSent] = useState<{ range: WebhookReplay; by: ReplayedWebhookEvents }>()
  const replay = useChange('POST /v1/webhook-endpoints/{id}/replay')
  const send = (range: WebhookReplay) =>
    replay.mutate(
      { path: { id }, body: range },
      { onSuccess: ({ body }) => setSent({ range, by: body.data }) },
    )
  if (sent === undefined) {
    return <RangeForm error={replay.error} isRunning={replay.isPending} close={close} send={send} />
  }
  const { events, hasMore, lastEventId } = sent.by
  return (
    <Stack>
      <Alert
        title={`${events.toLocaleString()} event${events === 1 ? ' is' : 's are'} sent`}
        role="status"
      >
        {hasMore
          ? 'The range has more: send the next ones, too.'
          : 'No more of the range fit the endpoint’s types. The deliveries show what becomes of them.'}
      </Alert>
      <ProblemAlert error={replay.error} />
      <Group justify="flex-end">
        {hasMore && lastEventId !== null && (
          <Button
            variant="default"
            loading={replay.isPending}
            onClick={() => send({ ...sent.range, afterEventId: lastEventId })}
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

interface FormProps {
  readonly error: unknown
  readonly isRunning: boolean
  readonly close: () => void
  readonly send: (range: WebhookReplay) => void
}

const DAY_MS = 86_400_000

function RangeForm({ error, isRunning, close, send }: FormProps) {
  const [isByTime, setByTime] = useState(true)
  const [times, setTimes] = useState<WebhookReplay>(() => ({
    occurredFrom: new Date(Date.now() - DAY_MS).toISOString(),
  }))
  const [eventId, setEventId] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(isByTime ? times : { afterEventId: eventId.trim() })
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
          value={isByTime ? 'time' : 'event'}
          onChange={(value) => setByTime(value === 'time')}
        />
        {isByTime ? (
          <TimeFields times={times} setTimes={setTimes} />
        ) : (
          <TextInput
            label="After the event"
            description="The last one that your receiver has; those behind it are sent."
            placeholder="evt_…"
            value={eventId}
            onChange={(event) => setEventId(event.currentTarget.value)}
            required
          />
        )}
        <ProblemAlert error={error} />
        <DialogButtons
          label="Send again"
          close={close}
          isRunning={isRunning}
          isDisabled={isByTime && Object.keys(times).length === 0}
        />
      </Stack>
    </form>
  )
}

function TimeFields({
  times,
  setTimes,
}: {
  readonly times: WebhookReplay
  readonly setTimes: (times: WebhookReplay) => void
}) {
  return (
    <Group grow preventGrowOverflow={false}>
      <Instant
        label="From"
        value={times.occurredFrom}
        set={(occurredFrom) => setTimes(without({ ...times, occurredFrom }))}
      />
      <Instant
        label="Before"
        value={times.occurredBefore}
        set={(occurredBefore) => setTimes(without({ ...times, occurredBefore }))}
      />
    </Group>
  )
}

/** Without the members that are undefined. */
function without(range: { readonly [Name in keyof WebhookReplay]: string | undefined }) {
  return Object.fromEntries(
    Object.entries(range).filter(([, value]) => value !== undefined),
  ) as WebhookReplay
}
