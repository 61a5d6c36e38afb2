import { NumberInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { AccessToken } from '../api/schema.ts'
import { DialogButtons } from '../display/DialogButtons.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { SecretOnce } from '../display/SecretOnce.tsx'
import { UnknownOutcome } from '../display/UnknownOutcome.tsx'
import { useCaller } from '../session/caller.tsx'
import { signIn } from '../session/session.ts'

interface Props {
  readonly token: AccessToken
  readonly close: () => void
}

/** Replaces a token, and shows the new secret once. */
export function RotateToken({ token, close }: Props) {
  const isOwn = useCaller().tokenId === token.id
  // The tab must outlive the old token until the new secret is kept.
  const least = isOwn ? 1 : 0
  const [days, setDays] = useState<number | string>(isOwn ? 1 : 7)
  const [secret, setSecret] = useState<string>()
  const rotate = useChange('POST /v1/access-tokens/{id}/rotate')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotate.mutate(
      { path: { id: token.id }, body: { graceDays: Number(days) } },
      { onSuccess: ({ body }) => setSecret(body.data.token) },
    )
  }
  if (secret !== undefined) {
    const done = () => {
      close()
      if (isOwn) signIn(secret)
    }
    return (
      <SecretOnce label="New access token" secret={secret} done={done}>
        {isOwn && <Text size="sm">This tab goes on with the new token.</Text>}
      </SecretOnce>
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          A new token with the same owner, permissions, addresses and lifetime replaces{' '}
          <code>{token.id}</code>
          {isOwn && ', with which you are signed in'}. Until the old one ends, both work.
        </Text>
        <NumberInput
          label="The old token still works for days"
          description={
            isOwn
              ? '1 to 30. Your own token works for one more day at least.'
              : '0 to 30. With 0 it is refused at once.'
          }
          value={days}
          onChange={setDays}
          min={least}
          max={30}
          allowDecimal={false}
          required
          data-autofocus
        />
        <ProblemAlert error={rotate.error} />
        <UnknownOutcome error={rotate.error} />
        <DialogButtons
          label="Rotate"
          close={close}
          isRunning={rotate.isPending}
          isHeld={rotate.isPending}
        />
      </Stack>
    </form>
  )
}
