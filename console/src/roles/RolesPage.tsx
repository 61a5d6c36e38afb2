import { Badge, Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { read } from '../api/queries.ts'
import type { Role } from '../api/schema.ts'
import { EmptyState, Page } from '../display/Page.tsx'
import { Copyable } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'
import { useCaller, useMay } from '../session/caller.tsx'
import { ChangeRole, CreateRole } from './ChangeRole.tsx'
import { DeleteRole } from './DeleteRole.tsx'
import { permissionsInWords } from './permission-groups.ts'
import { nameInWords } from './use-roles.ts'

type Dialog =
  | { readonly name: 'Create role' }
  | { readonly name: 'Change role' | 'Delete role'; readonly role: Role }

type Open = (dialog: Dialog) => void

export function RolesPage() {
  const [dialog, setDialog] = useState<Dialog>()
  const mayManage = useMay('roles:manage')
  const close = () => setDialog(undefined)
  return (
    <Page
      title="Roles"
      permission="roles:manage"
      actions={
        mayManage && (
          <Button
            leftSection={<Plus size={16} />}
            onClick={() => setDialog({ name: 'Create role' })}
          >
            Create role
          </Button>
        )
      }
    >
      <Text size="sm">
        A role is a named set of permissions for people and access tokens. A change of it holds for
        all of them within a second.
      </Text>
      <Roles open={setDialog} />
      <Modal
        opened={dialog !== undefined}
        onClose={close}
        title={dialog?.name}
        size={dialog?.name === 'Delete role' ? 'md' : 'lg'}
      >
        {dialog?.name === 'Create role' && <CreateRole close={close} />}
        {dialog?.name === 'Change role' && <ChangeRole id={dialog.role.id} close={close} />}
        {dialog?.name === 'Delete role' && <DeleteRole role={dialog.role} close={close} />}
      </Modal>
    </Page>
  )
}

function Roles({ open }: { readonly open: Open }) {
  const search = useSearch({ from: '/roles' })
  const list = useQuery(read('GET /v1/roles', { query: { ...search, limit: 50 } }))
  return (
    <RecordTable
      label="Roles"
      list={list}
      columns={columns(open)}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No roles">Create one with the permissions of a job.</EmptyState>}
    />
  )
}

function columns(open: Open): Column<Role>[] {
  return [
    {
      header: 'Role',
      cell: (role) => (
        <>
          <Group gap={6} wrap="nowrap">
            <Text size="sm" fw={500}>
              <bdi>{nameInWords(role)}</bdi>
            </Text>
            {role.isBuiltIn && (
              <Badge variant="outline" tt="none" size="sm" style={{ flexShrink: 0 }}>
                built-in
              </Badge>
            )}
          </Group>
          <Text size="xs" component="div" style={{ whiteSpace: 'nowrap' }}>
            <Copyable text={role.id} />
          </Text>
        </>
      ),
    },
    {
      header: 'Permissions',
      cell: ({ description, permissions }) => (
        <div style={{ maxWidth: 480 }} title={permissions.join(', ')}>
          {description !== null && <Text size="sm">{description}</Text>}
          <Text size="xs" c={description === null ? undefined : 'dimmed'}>
            {permissionsInWords(permissions)}
          </Text>
        </div>
      ),
    },
    {
      header: 'Changed',
      cell: ({ changedAt }) => (
        <div style={{ whiteSpace: 'nowrap' }}>
          <Time at={changedAt} />
        </div>
      ),
    },
    { header: 'Actions', cell: (role) => <Steps role={role} open={open} /> },
  ]
}

/** The actions on a role, or the reason why there are none. */
function Steps({ role, open }: { readonly role: Role; readonly open: Open }) {
  const { permissions } = useCaller()
  const lacking = role.permissions.filter((each) => !permissions.includes(each))
  if (role.isBuiltIn || lacking.length > 0) {
    return (
      <Text size="xs" c="dimmed" title={lacking.join(', ')}>
        {role.isBuiltIn
          ? 'Built-in roles cannot be changed'
          : 'You cannot change it: it has permissions you do not have'}
      </Text>
    )
  }
  return (
    <Group gap={6} wrap="nowrap">
      {(['Change', 'Delete'] as const).map((verb) => (
        <Button
          key={verb}
          size="compact-xs"
          variant="default"
          style={{ flexShrink: 0 }}
          onClick={() => open({ name: `${verb} role`, role })}
          aria-label={`${verb} role ${role.name}`}
        >
          {verb}
        </Button>
      ))}
    </Group>
  )
}
