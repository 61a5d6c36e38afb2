import { Alert, Select, TextInput } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import { isVersionConflict } from '../api/request.ts'
import type { NewRole, Role, RoleUpdate } from '../api/schema.ts'
import { changesOf } from '../display/changes.ts'
import { NameCell, timeColumn } from '../display/columns.tsx'
import { DialogForm } from '../display/DialogForm.tsx'
import { useApiForm } from '../display/forms.ts'
import { ListPage } from '../display/ListPage.tsx'
import { Loading } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { RowButton } from '../display/RowButton.tsx'
import { FormButton, useDialogs } from '../display/use-dialog.tsx'
import { useCaller, useMay } from '../session/caller.tsx'
import { ForHolders, PermissionChoice, PermissionList } from './Permissions.tsx'
import { permissionsInWords } from './permission-groups.ts'
import { nameInWords, useRoles } from './use-roles.tsx'

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
      actions={<FormButton label="Create role" form={<RoleForm />} />}
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
  const change = () => open('Change role', <ChangeRole id={id} />)
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
  const people = useRead('GET /v1/people', { query, enabled: useMay('people:manage') })
  const enabled = useMay('access_tokens:manage')
  const tokens = useRead('GET /v1/access-tokens', { query, enabled })
  const holders = [
    ...(people.data?.body.data ?? [])
      .filter(({ roles }) => roles.includes(id))
      .map((person) => ['/people', person.id, person.name] as const),
    ...(tokens.data?.body.data ?? [])
      .filter(({ roleId, state }) => roleId === id && state === 'valid')
      .map((token) => ['/tokens', token.id, `the token of ${token.owner ?? 'nobody'}`] as const),
  ]
  return holders.map(([to, holder, name], index) => (
    <Fragment key={holder}>
      {index === 0 ? ' In use by ' : ', '}
      <AppLink to={to} underline="always">
        <bdi>{name}</bdi>
      </AppLink>
    </Fragment>
  ))
}

interface FormProps {
  /** The role as it is now, whatever the form began with; undefined to create one. */
  readonly role?: Role
  readonly etag?: string | undefined
}

/** Creates a role, or changes one: only what differs is sent, for the version that was seen. */
function RoleForm({ role, etag }: FormProps) {
  const { permissions: held } = useCaller()
  const { roles } = useRoles()
  const [before] = useState({ role, etag })
  const create = useChange('POST /v1/roles')
  // They show what a role gives.
  const update = useChange('PATCH /v1/roles/{id}', ['access-tokens', 'people', 'caller'])
  const { form, field, dialog } = useApiForm(
    { name: role?.name ?? '', permissions: role?.permissions ?? [] },
    async ({ name, permissions }, close) => {
      const body = { name: name.trim(), permissions }
      if (before.role === undefined) await create.mutateAsync({ body: body as NewRole })
      else {
        const { id } = before.role
        const changes = changesOf<RoleUpdate>(before.role, body)
        if (Object.keys(changes).length > 0)
          await update.mutateAsync({ path: { id }, body: changes, ifMatch: before.etag })
      }
      close()
    },
  )
  const start = (id: string | null) => {
    const { permissions = [] } = roles.find((each) => each.id === id) ?? {}
    form.setFieldValue(
      'permissions',
      permissions.filter((each) => held.includes(each)),
    )
  }
  return (
    <DialogForm
      {...dialog}
      failure={role && isVersionConflict(update.error) ? <Conflict {...role} /> : undefined}
      label={role === undefined ? 'Create role' : 'Save changes'}
      isDisabled={form.values.permissions.length === 0}
    >
      <TextInput
        label="Name"
        description="No other role has it."
        {...field('name')}
        maxLength={100}
        required
        autoFocus
      />
      {role === undefined && (
        <Select
          label="Start from"
          description="Chooses the permissions of another role, as far as you have them."
          placeholder="No role"
          data={roles.map((each) => ({ value: each.id, label: nameInWords(each) }))}
          onChange={start}
          searchable
        />
      )}
      <PermissionChoice {...field('permissions')} />
    </DialogForm>
  )
}

function Conflict({ name, permissions }: Role) {
  return (
    <Alert color="orange" title="Somebody else changed this role" role="alert">
      It is now called <bdi>{name}</bdi> and allows: {permissionsInWords(permissions)}. Close this
      dialog, and make your change again.
    </Alert>
  )
}

/** Reads the role with its version, then changes that version of it. */
function ChangeRole({ id }: { readonly id: string }) {
  const { data, error, isFetchedAfterMount } = useRead('GET /v1/roles/{id}', {
    path: { id },
    staleTime: 0,
  })
  if (data !== undefined && isFetchedAfterMount)
    return <RoleForm role={data.body.data} etag={data.etag} />
  return error === null ? <Loading /> : <ProblemAlert error={error} />
}
