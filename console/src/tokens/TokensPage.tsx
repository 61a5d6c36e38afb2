import { Stack, Text } from '@mantine/core'
import { useChange } from '../api/queries.ts'
import { localProblem, request } from '../api/request.ts'
import type { AccessToken } from '../api/schema.ts'
import { NameCell, timeColumn } from '../display/columns.tsx'
import { ListPage } from '../display/ListPage.tsx'
import { AppLink, shortId } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { RowButton } from '../display/RowButton.tsx'
import { RotateForm } from '../display/Secret.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { FormButton, useDialogs } from '../display/use-dialog.tsx'
import { ForHolders, PermissionList } from '../roles/Permissions.tsx'
import { permissionsInWords } from '../roles/permission-groups.ts'
import { RoleNames } from '../roles/use-roles.tsx'
import { useCaller, useMay } from '../session/caller.tsx'
import { signIn, signOut } from '../session/session.ts'
import { IssueToken } from './IssueToken.tsx'

const COLUMNS: readonly Column<AccessToken>[] = [
  { header: 'Owner', cell: ({ id, owner }) => <NameCell id={id} name={owner ?? 'No owner'} /> },
  {
    header: 'Role and permissions',
    cell: ({ roleId, permissions, allowedAddresses: addresses }) => (
      <PermissionList
        title={roleId && <RoleNames ids={[roleId]} />}
        permissions={permissions}
        note={addresses && `Only from ${addresses.join(', ')}`}
      />
    ),
  },
  { header: 'Status', cell: ({ state }) => <StatusBadge status={state} /> },
  timeColumn('Created', 'createdAt'),
  { header: 'Expires', cell: ({ expiresAt, revokedAt }) => <Time at={revokedAt ?? expiresAt} /> },
  { header: 'Last used', cell: (token) => <LastUse {...token} /> },
  { header: 'Actions', cell: (token) => token.state === 'valid' && <Steps {...token} /> },
]

export function TokensPage() {
  return (
    <ListPage
      title="Access tokens"
      permission="access_tokens:manage"
      actions={<FormButton label="Issue token" form={<IssueToken />} />}
      operation="GET /v1/access-tokens"
      columns={COLUMNS}
      noneYet="Issue one for each person and system, with only the permissions that it needs."
    />
  )
}

function LastUse({ id, lastUsedAt }: AccessToken) {
  const search = { actorId: id, last: 'all' }
  return (
    <>
      <Time at={lastUsedAt} />
      {useMay('events:read') && (
        <AppLink to="/events" search={search} fz="xs" display="block" className="nowrap">
          View events
        </AppLink>
      )}
    </>
  )
}

function Steps(token: AccessToken) {
  const { open, confirm } = useDialogs()
  const { person, tokenId } = useCaller()
  const revoke = useChange('POST /v1/access-tokens/{id}/revoke')
  const { id, owner, permissions, personId, lastUsedAt } = token
  const isOwn = tokenId === id
  // With the secret of another person's token, one would act as that person.
  const isOthers = personId !== null && personId !== person?.id
  const rotate = () => open('Rotate token', <RotateToken id={id} />)
  const askToRevoke = () =>
    confirm({
      label: 'Revoke token',
      color: 'red',
      explanation: (
        <Stack gap="xs">
          <span>
            Anyone or anything using {owner === null ? 'this token' : `the token of ${owner}`} is
            cut off within a second, permanently. Its permissions: {permissionsInWords(permissions)}
            .
          </span>
          <span>Last used: {lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />}.</span>
          {isOwn && <b>You are signed in with this token: you will be signed out immediately.</b>}
        </Stack>
      ),
      run: async () => {
        const args = { path: { id }, body: {} }
        if (!isOwn) return await revoke.mutateAsync(args)
        // No read may follow: the service would refuse it.
        await request('POST /v1/access-tokens/{id}/revoke', args)
        await signOut(REVOKED_OWN)
      },
    })
  return (
    <ForHolders permissions={permissions}>
      {!isOthers && <RowButton label="Rotate" of={`token ${owner ?? id}`} onClick={rotate} />}
      <RowButton label="Revoke" of={`token ${owner ?? id}`} onClick={askToRevoke} />
    </ForHolders>
  )
}

const REVOKED_OWN = localProblem({
  title: 'Signed out',
  detail: 'You revoked the token with which you were signed in. Sign in with another one.',
  status: 401,
  code: 'invalid_token',
}).problem

function RotateToken({ id }: { readonly id: string }) {
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
      rotate={async (graceDays) => {
        const { body } = await rotate.mutateAsync({ path: { id }, body: { graceDays } })
        const { token: secret } = body.data
        return {
          label: 'New access token',
          secret,
          children: isOwn && <Text>You stay signed in, with the new token.</Text>,
          done: () => isOwn && void signIn({ kind: 'token', secret }),
        }
      }}
    >
      A new token with the same owner, role or permissions, addresses and lifetime replaces{' '}
      <code title={id}>{shortId(id)}</code>
      {isOwn && ', with which you are signed in'}. Until the old one expires, both work.
    </RotateForm>
  )
}
