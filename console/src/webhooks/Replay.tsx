import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { ReplayedWebhookEvents, WebhookReplay } from '../api/schema.ts'
import { DialogForm } from '../display/DialogForm.tsx'
import { DateField } from '../display/fields.tsx'
import { instantOf, minuteOf } from '../display/format.ts'
import { useApiForm } from '../display/forms.ts'
import { Failure } from '../display/ProblemAlert.tsx'

interface Props {
  readonly id: string
  readonly close: () => void
}

/** Sends the events of a range again. */
export function Replay({ id, close }: Props) {
  const [sent, setSent] = useState<{ range: WebhookReplay; by: ReplayedWebhookEvents }>()
  const replay = useChange('POST /v1/webhook-endpoints/{id}/replay')
  const send = async (range: WebhookReplay) => {
    const { body } = await replay.mutateAsync({ path: { id }, body: range })
    setSent({ range, by: body.data })
  }
  if (sent === undefined) return <RangeForm close={close} send={send} />
  const { events, hasMore, lastEventId } = sent.by
  return (
    <Stack>
      <Alert
        title={`${events.toLocaleString()} event${events === 1 ? ' is' : 's are'} being sent again`}
        role="status"
      >
        {hasMore
          ? 'The range contains more events. Continue to send them, too.'
          : 'All events in the range are being sent. See Deliveries for the results.'}
      </Alert>
      <Failure error={replay.error} />
      <Group justify="flex-end">
        {hasMore && lastEventId !== null && (
          <Button
            variant="default"
            loading={replay.isPending}
            onClick={() =>
              void send({ ...sent.range, afterEventId: lastEventId }).catch(() => undefined)
            }
          >
            Continue
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
  readonly close: () => void
  readonly send: (range: WebhookReplay) => Promise<void>
}

const DAY_MS = 86_400_000

function RangeForm({ close, send }: FormProps) {
  const [isByTime, setByTime] = useState(true)
  const [yesterday] = useState(() => new Date(Date.now() - DAY_MS).toISOString())
  const { form, field, onSubmit, isRunning, error } = useApiForm(
    { occurredFrom: yesterday, occurredBefore: '', afterEventId: '' },
    ({ occurredFrom, occurredBefore, afterEventId }) =>
      send(
        isByTime
          ? ({
              ...(occurredFrom !== '' && { occurredFrom }),
              ...(occurredBefore !== '' && { occurredBefore }),
            } as WebhookReplay)
          : { afterEventId: afterEventId.trim() },
      ),
  )
  const { occurredFrom, occurredBefore } = form.values
  const instant = (name: 'occurredFrom' | 'occurredBefore', label: string) => (
    <DateField
      type="datetime-local"
      label={label}
      value={minuteOf(form.values[name])}
      set={(minute) => form.setFieldValue(name, instantOf(minute) ?? '')}
    />
  )
  return (
    <DialogForm
      onSubmit={onSubmit}
      error={error}
      label="Send again"
      close={close}
      isRunning={isRunning}
      isDisabled={isByTime && occurredFrom === '' && occurredBefore === ''}
    >
      <Text size="sm">
        Sends again all events that this endpoint receives, including those that were delivered. The
        receiver can recognize them by their ID.
      </Text>
      <SegmentedControl
        aria-label="Range"
        data={[
          { value: 'time', label: 'By time' },
          { value: 'event', label: 'After an event' },
        ]}
        value={isByTime ? 'time' : 'event'}
        onChange={(value) => setByTime(value === 'time')}
      />
      {isByTime ? (
        <Group grow preventGrowOverflow={false}>
          {instant('occurredFrom', 'From')}
          {instant('occurredBefore', 'Before')}
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
    </DialogForm>
  )
}
