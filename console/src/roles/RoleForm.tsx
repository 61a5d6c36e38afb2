import { Alert, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useChange } from '../api/queries.ts'
import { isVersionConflict } from '../api/request.ts'
import type { NewRole, Role, RoleUpdate } from '../api/schema.ts'
import { changesOf } from '../display/changes.ts'
import { DialogForm } from '../display/DialogForm.tsx'
import { useApiForm } from '../display/forms.ts'
import { Loading } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { type Permission, useCaller } from '../session/caller.tsx'
import { PermissionChoice } from './Permissions.tsx'
import { permissionsInWords } from './permission-groups.ts'
import { nameInWords, useRoles } from './use-roles.tsx'

interface Props {
  /** The role as it is now, whatever the form began with; undefined to create one. */
  readonly role?: Role
  readonly etag?: string | undefined
  readonly close: () => void
}

/** The reads that show what a role gives. */
const SHOWN_IN = ['access-tokens', 'people', 'caller']

/** Creates a role, or changes one: only what differs is sent, for the version that was seen. */
export function RoleForm({ role, etag, close }: Props) {
  const { permissions: held } = useCaller()
  const { roles } = useRoles()
  const [before] = useState({ role, etag })
  const create = useChange('POST /v1/roles')
  const update = useChange('PATCH /v1/roles/{id}', SHOWN_IN)
  const { form, field, dialog } = useApiForm(
    { name: role?.name ?? '', permissions: role?.permissions ?? [] },
    async ({ name, permissions }) => {
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
  const choose = (permissions: Permission[]) => form.setFieldValue('permissions', permissions)
  const start = (id: string | null) => {
    const from = roles.find((each) => each.id === id)
    choose((from?.permissions ?? []).filter((each) => held.includes(each)))
  }
  return (
    <DialogForm
      {...dialog}
      failure={role && isVersionConflict(update.error) ? <Conflict {...role} /> : undefined}
      label={role === undefined ? 'Create role' : 'Save changes'}
      close={close}
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
      <PermissionChoice chosen={form.values.permissions} choose={choose} />
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
export function ChangeRole({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { data, error, isFetchedAfterMount } = useQuery({
    ...read('GET /v1/roles/{id}', { path: { id } }),
    staleTime: 0,
  })
  if (data !== undefined && isFetchedAfterMount)
    return <RoleForm role={data.body.data} etag={data.etag} close={close} />
  return error === null ? <Loading /> : <ProblemAlert error={error} />
}
