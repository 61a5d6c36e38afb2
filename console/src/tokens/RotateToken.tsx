import { Text } from '@mantine/core'
import { useChange } from '../api/queries.ts'
import type { AccessToken } from '../api/schema.ts'
import { RotateForm } from '../display/Secret.tsx'
import { useCaller } from '../session/caller.tsx'
import { signIn } from '../session/session.ts'

interface Props {
  readonly token: AccessToken
  readonly close: () => void
}

/** Replaces a token, and shows the new one once. */
export function RotateToken({ token: { id }, close }: Props) {
  const isOwn = useCaller().tokenId === id
  const rotate = useChange('POST /v1/access-tokens/{id}/rotate')
  return (
    <RotateForm
      name="graceDays"
      label="The old token keeps working for (days)"
      description={
        isOwn
          ? '1 to 30. You are signed in with this token, so it works for at least one more day.'
          : '0 to 30. With 0 it stops working immediately.'
      }
      // The session must outlive the old token until the new one is saved.
      min={isOwn ? 1 : 0}
      max={30}
      initial={isOwn ? 1 : 7}
      button="Rotate"
      close={close}
      rotate={async (graceDays) => {
        const { body } = await rotate.mutateAsync({ path: { id }, body: { graceDays } })
        const { token: secret } = body.data
        return {
          label: 'New access token',
          secret,
          children: isOwn && <Text size="sm">You stay signed in, with the new token.</Text>,
          done: () => {
            close()
            if (isOwn) void signIn({ kind: 'token', secret })
          },
        }
      }}
    >
      A new token with the same owner, role or permissions, addresses and lifetime replaces{' '}
      <code>{id}</code>
      {isOwn && ', with which you are signed in'}. Until the old one expires, both work.
    </RotateForm>
  )
}
