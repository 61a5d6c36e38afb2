import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { read, useChange } from '../api/queries.ts'
import type { Role } from '../api/schema.ts'
import { NameCell, timeColumn } from '../display/columns.tsx'
import { ListPage } from '../display/ListPage.tsx'
import { AppLink } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { RowButton } from '../display/RowButton.tsx'
import { FormButton, useDialogs } from '../display/use-dialog.tsx'
import { useMay } from '../session/caller.tsx'
import { ForHolders, PermissionList } from './Permissions.tsx'
import { ChangeRole, RoleForm } from './RoleForm.tsx'
import { nameInWords } from './use-roles.tsx'

const COLUMNS: readonly Column<Role>[] = [
  {
    header: 'Role',
    cell: (role) => (
      <NameCell id={role.id} name={nameInWords(role)} badge={role.isBuiltIn && 'built-in'} />
    ),
  },
  {
    header: 'Permissions',
    cell: ({ description, permissions }) => (
      <PermissionList title={description} permissions={permissions} />
    ),
  },
  timeColumn('Changed', 'changedAt'),
  { header: 'Actions', cell: (role) => !role.isBuiltIn && <Steps {...role} /> },
]

export function RolesPage() {
  return (
    <ListPage
      title="Roles"
      permission="roles:manage"
      actions={<FormButton label="Create role" form={RoleForm} />}
      note="A role is a named set of permissions for people and access tokens. A change of it holds for
        all of them within a second. Built-in roles cannot be changed."
      operation="GET /v1/roles"
      columns={COLUMNS}
      noneYet="Create one with the permissions of a job."
    />
  )
}

function Steps({ id, name, permissions }: Role) {
  const { open, confirm } = useDialogs()
  const remove = useChange('DELETE /v1/roles/{id}')
  const change = () => open('Change role', (close) => <ChangeRole id={id} close={close} />)
  const askToDelete = () =>
    confirm({
      label: 'Delete role',
      color: 'red',
      run: () => remove.mutateAsync({ path: { id } }),
      explanation: (
        <>
          The role <bdi>{name}</bdi> is deleted for good. That works only while no person and no
          valid token has it, and the identity provider does not give it.
          <Holders id={id} />
        </>
      ),
    })
  return (
    <ForHolders permissions={permissions}>
      <RowButton label="Change" of={`role ${name}`} onClick={change} />
      <RowButton label="Delete" of={`role ${name}`} onClick={askToDelete} />
    </ForHolders>
  )
}

/** The first of those who have the role, as far as the token may read them. */
function Holders({ id }: { readonly id: string }) {
  const query = { limit: 100 }
  const people = useQuery({
    ...read('GET /v1/people', { query }),
    enabled: useMay('people:manage'),
  }).data?.body.data.filter(({ roles }) => roles.includes(id))
  const tokens = useQuery({
    ...read('GET /v1/access-tokens', { query }),
    enabled: useMay('access_tokens:manage'),
  }).data?.body.data.filter(({ roleId, state }) => roleId === id && state === 'valid')
  return [
    ...(people ?? []).map(({ id, name }) => ({ id, name, to: '/people' as const })),
    ...(tokens ?? []).map(({ id, owner }) => {
      return { id, name: `the token of ${owner ?? 'nobody'}`, to: '/tokens' as const }
    }),
  ].map((holder, index) => (
    <Fragment key={holder.id}>
      {index === 0 ? ' In use by ' : ', '}
      <AppLink to={holder.to} fz="sm" underline="always">
        <bdi>{holder.name}</bdi>
      </AppLink>
    </Fragment>
  ))
}
