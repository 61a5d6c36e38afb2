import { Alert, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import type { ReplayedWebhookEvents, WebhookEndpoint, WebhookReplay } from '../api/schema.ts'
import { DialogForm } from '../display/DialogForm.tsx'
import { DateField } from '../display/fields.tsx'
import { counted, instantOf, minuteOf } from '../display/format.ts'
import { useApiForm } from '../display/forms.ts'

const REPLAY = 'POST /v1/webhook-endpoints/{id}/replay'
const DAY_MS = 86_400_000

const WARNINGS = {
  healthy: '',
  failing: 'The last attempt at this endpoint failed, so these may fail, too.',
  disabled: 'The endpoint is disabled: they wait until somebody enables it.',
} as const

interface Tally extends ReplayedWebhookEvents {
  readonly fields: string
  readonly range: WebhookReplay
}

/** Counts the events of a range, then sends them again; those of a long range in parts. */
function useReplay(id: string) {
  const path = { id }
  const replay = useChange(REPLAY)
  const [tally, setTally] = useState<Tally>()
  const [yesterday] = useState(() => minuteOf(new Date(Date.now() - DAY_MS).toISOString()))
  const api = useApiForm(
    // Times are minutes, as a `DateField` has them.
    { by: 'time', from: yesterday, before: undefined as typeof yesterday, afterEventId: '' },
    async (values, close) => {
      const fields = JSON.stringify(values)
      const count = async (range: WebhookReplay) => {
        const args = { path, query: { validateOnly: true }, body: range }
        setTally({ fields, range, ...(await request(REPLAY, args)).body.data })
      }
      if (tally?.fields !== fields) {
        const { by, from, before, afterEventId } = values
        const times = { occurredFrom: instantOf(from), occurredBefore: instantOf(before) }
        const range = by === 'event' ? { afterEventId: afterEventId.trim() } : times
        return await count(range as WebhookReplay)
      }
      const { body } = await replay.mutateAsync({ path, body: tally.range })
      const { events, hasMore, lastEventId } = body.data
      const message = `${counted('event', events)} sent again. See Deliveries for the results.`
      notifications.show({ message })
      setTally(undefined)
      if (!hasMore || lastEventId === null) close()
      else await count({ ...tally.range, afterEventId: lastEventId })
    },
  )
  return { ...api, known: tally?.fields === JSON.stringify(api.form.values) && tally }
}

export function Replay({ endpoint: { id, health } }: { readonly endpoint: WebhookEndpoint }) {
  const { form, field, known, dialog } = useReplay(id)
  const { by, from, before } = form.values
  const isEmpty = by === 'time' && !from && !before
  return (
    <DialogForm
      {...dialog}
      label={known ? `Send ${counted('event', known.events)} again` : 'Count the events'}
      isDisabled={known ? known.events === 0 && !known.hasMore : isEmpty}
    >
      <Text>
        Sends again all events that this endpoint receives, including those that were delivered. The
        receiver can recognize them by their ID.
      </Text>
      <SegmentedControl
        aria-label="Range"
        data={[
          { value: 'time', label: 'By time' },
          { value: 'event', label: 'After an event' },
        ]}
        {...field('by')}
      />
      {by === 'time' ? (
        <Group grow preventGrowOverflow={false}>
          <DateField type="datetime-local" label="From" value={from} set={field('from').onChange} />
          <DateField
            type="datetime-local"
            label="Before"
            value={before}
            set={field('before').onChange}
          />
        </Group>
      ) : (
        <TextInput
          label="Last event received"
          description="The last event that your receiver has. All later ones are sent again."
          placeholder="evt_…"
          {...field('afterEventId')}
          required
        />
      )}
      {known && (
        <Alert
          color={health.status === 'healthy' ? undefined : 'orange'}
          title={`${counted('event', known.events)} to send again`}
          role="status"
        >
          {known.hasMore && 'The range has more, which can follow then.'} {WARNINGS[health.status]}
        </Alert>
      )}
    </DialogForm>
  )
}
