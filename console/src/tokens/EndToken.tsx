import { Stack, Text } from '@mantine/core'
import { useChange } from '../api/queries.ts'
import { localProblem, request } from '../api/request.ts'
import type { AccessToken } from '../api/schema.ts'
import { Confirmation } from '../display/Action.tsx'
import { shortId } from '../display/RecordLink.tsx'
import { RotateForm } from '../display/Secret.tsx'
import { Time } from '../display/Time.tsx'
import { permissionsInWords } from '../roles/permission-groups.ts'
import { useCaller } from '../session/caller.tsx'
import { signIn, signOut } from '../session/session.ts'

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
      <code title={id}>{shortId(id)}</code>
      {isOwn && ', with which you are signed in'}. Until the old one expires, both work.
    </RotateForm>
  )
}

/** Revokes a token, after it said what stops working. */
export function RevokeToken({ token, close }: Props) {
  const { tokenId } = useCaller()
  const revoke = useChange('POST /v1/access-tokens/{id}/revoke')
  const { id, owner, lastUsedAt, permissions } = token
  const isOwn = tokenId === id
  const run = async () => {
    const args = { path: { id }, body: {} }
    if (!isOwn) return await revoke.mutateAsync(args)
    // No read may follow: the service would refuse it.
    await request('POST /v1/access-tokens/{id}/revoke', args)
    await signOut(REVOKED_OWN)
  }
  return (
    <Confirmation
      label="Revoke token"
      color="red"
      close={close}
      run={run}
      explanation={
        <Stack gap="xs">
          <span>
            Anyone or anything using {owner === null ? 'this token' : `the token of ${owner}`} is
            cut off within a second, permanently. Its permissions: {permissionsInWords(permissions)}
            .
          </span>
          <span>Last used: {lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />}.</span>
          {isOwn && <b>You are signed in with this token: you will be signed out immediately.</b>}
        </Stack>
      }
    />
  )
}

const REVOKED_OWN = localProblem({
  title: 'Signed out',
  detail: 'You revoked the token with which you were signed in. Sign in with another one.',
  status: 401,
  code: 'invalid_token',
}).problem
