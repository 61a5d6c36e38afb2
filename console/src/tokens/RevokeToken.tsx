import { Stack, Text } from '@mantine/core'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import type { AccessToken, Problem } from '../api/schema.ts'
import { Confirmation } from '../display/Action.tsx'
import { Time } from '../display/Time.tsx'
import { useCaller } from '../session/caller.tsx'
import { signOut } from '../session/session.ts'
import { permissionsInWords } from './permission-groups.ts'

/** Ends a token for good, after it said what stops working. */
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
    signOut(REVOKED_OWN)
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
            Whatever uses {owner === null ? 'this token' : `the token of ${owner}`} stops working
            within a second, for good: {permissionsInWords(permissions)}.
          </Text>
          <Text size="sm">
            {lastUsedAt === null ? (
              'It was not used until now.'
            ) : (
              <>
                It was last used: <Time at={lastUsedAt} relative />.
              </>
            )}
          </Text>
          {isOwn && (
            <Text size="sm" fw={600}>
              It is the token with which you are signed in: you are signed out at once.
            </Text>
          )}
        </Stack>
      }
    />
  )
}

const REVOKED_OWN: Problem = {
  ...{ type: 'about:blank', title: 'Signed out', status: 401, instance: '/console/tokens' },
  ...{ code: 'invalid_token', requestId: '' },
  detail: 'You revoked the token with which you were signed in. Sign in with another one.',
}
