import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { read } from '../api/queries.ts'
import type { AccessToken } from '../api/schema.ts'
import { BlockingModal } from '../display/DialogForm.tsx'
import { EmptyState, Page } from '../display/Page.tsx'
import { AppLink, Copyable } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'
import { permissionsInWords } from '../roles/permission-groups.ts'
import { useRoles } from '../roles/use-roles.ts'
import { useCaller, useMay } from '../session/caller.tsx'
import { IssueToken } from './IssueToken.tsx'
import { RevokeToken } from './RevokeToken.tsx'
import { RotateToken } from './RotateToken.tsx'

type Dialog =
  | { readonly name: 'Issue token' }
  | { readonly name: 'Rotate token' | 'Revoke token'; readonly token: AccessToken }

export function TokensPage() {
  const [dialog, setDialog] = useState<Dialog>()
  const mayManage = useMay('access_tokens:manage')
  const close = () => setDialog(undefined)
  return (
    <Page
      title="Access tokens"
      permission="access_tokens:manage"
      actions={
        mayManage && (
          <Button
            leftSection={<Plus size={16} />}
            onClick={() => setDialog({ name: 'Issue token' })}
          >
            Issue token
          </Button>
        )
      }
    >
      <Tokens open={setDialog} />
      <BlockingModal
        opened={dialog !== undefined}
        onClose={close}
        title={dialog?.name}
        size={dialog?.name === 'Issue token' ? 'lg' : 'md'}
      >
        {dialog?.name === 'Issue token' && <IssueToken close={close} />}
        {dialog?.name === 'Rotate token' && <RotateToken token={dialog.token} close={close} />}
        {dialog?.name === 'Revoke token' && <RevokeToken token={dialog.token} close={close} />}
      </BlockingModal>
    </Page>
  )
}

function Tokens({ open }: { readonly open: (dialog: Dialog) => void }) {
  const search = useSearch({ from: '/tokens' })
  const list = useQuery(read('GET /v1/access-tokens', { query: { ...search, limit: 50 } }))
  const { tokenId } = useCaller()
  const mayReadEvents = useMay('events:read')
  const { nameOf: roleName } = useRoles()
  return (
    <RecordTable
      label="Access tokens"
      list={list}
      columns={columns({ ownId: tokenId, mayReadEvents, roleName, open })}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No tokens">
          Issue one for each person and system, with only the permissions that it needs.
        </EmptyState>
      }
    />
  )
}

function NoWrap({ children }: { readonly children: ReactNode }) {
  return <div style={{ whiteSpace: 'nowrap' }}>{children}</div>
}

interface PermissionsProps {
  readonly token: AccessToken
  readonly roleName: (id: string) => string
}

function Permissions({ token, roleName }: PermissionsProps) {
  const { permissions, roleId, allowedAddresses } = token
  return (
    <div style={{ maxWidth: 340 }} title={permissions.join(', ')}>
      {roleId !== null && (
        <Text size="sm">
          <bdi>{roleName(roleId)}</bdi>
        </Text>
      )}
      <Text size="xs" c={roleId === null ? undefined : 'dimmed'}>
        {permissionsInWords(permissions) || 'None'}
      </Text>
      {allowedAddresses !== null && (
        <Text size="xs" c="dimmed">
          Only from {allowedAddresses.join(', ')}
        </Text>
      )}
    </div>
  )
}

interface Cells {
  readonly ownId: string
  readonly mayReadEvents: boolean
  readonly roleName: (id: string) => string
  readonly open: (dialog: Dialog) => void
}

function columns({ ownId, mayReadEvents, roleName, open }: Cells): Column<AccessToken>[] {
  return [
    {
      header: 'Owner',
      cell: ({ id, owner }) => (
        <>
          <Group gap={6}>
            <Text size="sm" fw={500}>
              {owner ?? 'No owner'}
            </Text>
            {id === ownId && (
              <Badge variant="outline" tt="none" size="sm">
                yours
              </Badge>
            )}
          </Group>
          <Text size="xs" component="div" style={{ whiteSpace: 'nowrap' }}>
            <Copyable text={id} />
          </Text>
        </>
      ),
    },
    {
      header: 'Role and permissions',
      cell: (token) => <Permissions token={token} roleName={roleName} />,
    },
    { header: 'Status', cell: ({ state }) => <StatusBadge status={state} /> },
    {
      header: 'Created',
      cell: ({ createdAt }) => (
        <NoWrap>
          <Time at={createdAt} />
        </NoWrap>
      ),
    },
    {
      header: 'Expires',
      cell: ({ expiresAt, revokedAt }) => (
        <NoWrap>
          <Time at={revokedAt ?? expiresAt} />
        </NoWrap>
      ),
    },
    {
      header: 'Last used',
      cell: ({ id, lastUsedAt }) => (
        <NoWrap>
          <Time at={lastUsedAt} />
          {mayReadEvents && (
            <AppLink
              to="/events"
              search={{ actorTokenId: id, last: 'all' }}
              fz="xs"
              display="block"
            >
              View events
            </AppLink>
          )}
        </NoWrap>
      ),
    },
    { header: 'Actions', cell: (token) => <Steps token={token} open={open} /> },
  ]
}

function Steps({
  token,
  open,
}: {
  readonly token: AccessToken
  readonly open: (dialog: Dialog) => void
}) {
  const { permissions, person } = useCaller()
  // With the secret of another person's token, one would act as that person.
  const isOthers = token.personId !== null && token.personId !== person?.id
  const verbs = isOthers ? (['Revoke'] as const) : (['Rotate', 'Revoke'] as const)
  const lacking = token.permissions.filter((each) => !permissions.includes(each))
  return (
    <Group gap={6} wrap="nowrap">
      {token.state === 'valid' && lacking.length > 0 && (
        <Text size="xs" c="dimmed" title={lacking.join(', ')}>
          You cannot manage it: it has permissions you do not have
        </Text>
      )}
      {token.state === 'valid' &&
        lacking.length === 0 &&
        verbs.map((verb) => (
          <Button
            key={verb}
            size="compact-xs"
            variant="default"
            style={{ flexShrink: 0 }}
            onClick={() => open({ name: `${verb} token`, token })}
            aria-label={`${verb} token ${token.owner ?? token.id}`}
          >
            {verb}
          </Button>
        ))}
    </Group>
  )
}
