import type { AccessToken } from '../api/schema.ts'
import { NameCell, timeColumn } from '../display/columns.tsx'
import { ListPage } from '../display/ListPage.tsx'
import { AppLink } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { RowButton } from '../display/RowButton.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { FormButton, useDialogs } from '../display/use-dialog.tsx'
import { ForHolders, PermissionList } from '../roles/Permissions.tsx'
import { RoleNames } from '../roles/use-roles.tsx'
import { useCaller, useMay } from '../session/caller.tsx'
import { RevokeToken, RotateToken } from './EndToken.tsx'
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
  { header: 'Actions', cell: (token) => token.state === 'valid' && <Steps token={token} /> },
]

export function TokensPage() {
  return (
    <ListPage
      title="Access tokens"
      permission="access_tokens:manage"
      actions={<FormButton label="Issue token" form={IssueToken} />}
      operation="GET /v1/access-tokens"
      columns={COLUMNS}
      noneYet="Issue one for each person and system, with only the permissions that it needs."
    />
  )
}

function LastUse({ id, lastUsedAt }: AccessToken) {
  const search = { actorTokenId: id, last: 'all' }
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

function Steps({ token }: { readonly token: AccessToken }) {
  const { open } = useDialogs()
  const { person } = useCaller()
  const { id, owner, permissions, personId } = token
  // With the secret of another person's token, one would act as that person.
  const isOthers = personId !== null && personId !== person?.id
  const rotate = () => open('Rotate token', (close) => <RotateToken token={token} close={close} />)
  const revoke = () => open('Revoke token', (close) => <RevokeToken token={token} close={close} />)
  return (
    <ForHolders permissions={permissions}>
      {!isOthers && <RowButton label="Rotate" of={`token ${owner ?? id}`} onClick={rotate} />}
      <RowButton label="Revoke" of={`token ${owner ?? id}`} onClick={revoke} />
    </ForHolders>
  )
}
