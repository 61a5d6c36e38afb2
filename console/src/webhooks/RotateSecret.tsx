import { NumberInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../api/queries.ts'
import { DialogButtons } from '../display/DialogButtons.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { SecretOnce } from '../display/SecretOnce.tsx'
import { UnknownOutcome } from '../display/UnknownOutcome.tsx'

interface Props {
  readonly id: string
  readonly ifMatch: string | undefined
  readonly close: () => void
}

/** Gives the endpoint another signing secret, and shows it once. */
export function RotateSecret({ id, ifMatch, close }: Props) {
  const [hours, setHours] = useState<number | string>(24)
  const [secret, setSecret] = useState<string>()
  const rotate = useChange('POST /v1/webhook-endpoints/{id}/rotate-secret')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotate.mutate(
      { path: { id }, body: { graceHours: Number(hours) }, ifMatch },
      { onSuccess: ({ body }) => setSecret(body.data.secret) },
    )
  }
  if (secret !== undefined) {
    return <SecretOnce label="New signing secret" secret={secret} done={close} />
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          Events are signed with both secrets for some hours, so that the receiver can change over
          without missing one.
        </Text>
        <NumberInput
          label="The old secret still signs for hours"
          description="0 to 168. With 0 it ends at once: use that if it leaked."
          value={hours}
          onChange={setHours}
          min={0}
          max={168}
          allowDecimal={false}
          required
          data-autofocus
        />
        <ProblemAlert error={rotate.error} />
        <UnknownOutcome error={rotate.error} />
        <DialogButtons
          label="Rotate secret"
          close={close}
          isRunning={rotate.isPending}
          isHeld={rotate.isPending}
        />
      </Stack>
    </form>
  )
}
