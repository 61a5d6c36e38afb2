import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import type { AccessToken } from '../api/schema.ts'
import { NameCell } from '../display/columns.tsx'
import { RecordList } from '../display/ListPage.tsx'
import { EmptyState, Page } from '../display/Page.tsx'
import { AppLink } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { RowButton } from '../display/RowButton.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { type Dialogs, useDialog } from '../display/use-dialog.tsx'
import { ForHolders, PermissionList } from '../roles/Permissions.tsx'
import { useRoles } from '../roles/use-roles.ts'
import { type Caller, useCaller } from '../session/caller.tsx'
import { RevokeToken, RotateToken } from './EndToken.tsx'
import { IssueToken } from './IssueToken.tsx'

export function TokensPage() {
  const caller = useCaller()
  const { dialog, ...dialogs } = useDialog('lg')
  const issue = () => dialogs.open('Issue token', (close) => <IssueToken close={close} />)
  return (
    <Page
      title="Access tokens"
      permission="access_tokens:manage"
      actions={
        <Button leftSection={<Plus size={16} />} onClick={issue}>
          Issue token
        </Button>
      }
    >
      <RecordList
        operation="GET /v1/access-tokens"
        args={{}}
        label="Access tokens"
        columns={columns(caller, dialogs)}
        empty={
          <EmptyState title="No tokens">
            Issue one for each person and system, with only the permissions that it needs.
          </EmptyState>
        }
      />
      {dialog}
    </Page>
  )
}

function columns(caller: Caller, dialogs: Dialogs): Column<AccessToken>[] {
  return [
    {
      header: 'Owner',
      cell: ({ id, owner }) => (
        <NameCell id={id} name={owner ?? 'No owner'} badge={id === caller.tokenId && 'yours'} />
      ),
    },
    { header: 'Role and permissions', cell: (token) => <Powers {...token} /> },
    { header: 'Status', cell: ({ state }) => <StatusBadge status={state} /> },
    { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      header: 'Expires',
      cell: ({ expiresAt, revokedAt }) => <Time at={revokedAt ?? expiresAt} />,
    },
    {
      header: 'Last used',
      cell: ({ id, lastUsedAt }) => (
        <>
          <Time at={lastUsedAt} />
          {caller.permissions.includes('events:read') && (
            <AppLink
              to="/events"
              search={{ actorTokenId: id, last: 'all' }}
              fz="xs"
              display="block"
              className="nowrap"
            >
              View events
            </AppLink>
          )}
        </>
      ),
    },
    { header: 'Actions', cell: (token) => <Steps token={token} {...dialogs} /> },
  ]
}

function Powers({ roleId, permissions, allowedAddresses: addresses }: AccessToken) {
  const { nameOf } = useRoles()
  return (
    <PermissionList
      title={roleId === null ? null : nameOf(roleId)}
      permissions={permissions}
      note={addresses && `Only from ${addresses.join(', ')}`}
    />
  )
}

function Steps({ token, open }: Dialogs & { readonly token: AccessToken }) {
  const { person } = useCaller()
  const { id, owner, permissions, personId, state } = token
  // With the secret of another person's token, one would act as that person.
  const isOthers = personId !== null && personId !== person?.id
  const rotate = () => open('Rotate token', (close) => <RotateToken token={token} close={close} />)
  const revoke = () => open('Revoke token', (close) => <RevokeToken token={token} close={close} />)
  if (state !== 'valid') return null
  return (
    <ForHolders permissions={permissions}>
      {!isOthers && <RowButton label="Rotate" of={`token ${owner ?? id}`} onClick={rotate} />}
      <RowButton label="Revoke" of={`token ${owner ?? id}`} onClick={revoke} />
    </ForHolders>
  )
}
