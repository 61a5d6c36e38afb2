import { Stack, Text } from '@mantine/core'
import { useChange } from '../api/queries.ts'
import { localProblem, request } from '../api/request.ts'
import type { AccessToken } from '../api/schema.ts'
import { Confirmation } from '../display/Action.tsx'
import { Time } from '../display/Time.tsx'
import { permissionsInWords } from '../roles/permission-groups.ts'
import { useCaller } from '../session/caller.tsx'
import { signOut } from '../session/session.ts'

/** Revokes a token, after it said what stops working. */
export function RevokeToken({
  token,
  close,
}: {
  readonly token: AccessToken
  readonly close: () => void
}) {
  const { tokenId } = useCaller()
  const revoke = useChange('POST /v1/access-tokens/{id}/revoke')
  const { id, owner, lastUsedAt, permissions } = token
  const isOwn = tokenId === id
  const args = { path: { id }, body: {} }
  const run = async () => {
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
          <Text size="sm">
            Anyone or anything using {owner === null ? 'this token' : `the token of ${owner}`} is
            cut off within a second, permanently. Its permissions: {permissionsInWords(permissions)}
            .
          </Text>
          <Text size="sm">
            {lastUsedAt === null ? (
              'It was never used.'
            ) : (
              <>
                It was last used <Time at={lastUsedAt} />.
              </>
            )}
          </Text>
          {isOwn && (
            <Text size="sm" fw={600}>
              You are signed in with this token: you will be signed out immediately.
            </Text>
          )}
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
