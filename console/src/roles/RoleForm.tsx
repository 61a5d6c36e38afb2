import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogForm } from '../display/DialogForm.tsx'
import { useApiForm } from '../display/forms.ts'
import { type Permission, useCaller } from '../session/caller.tsx'
import { PermissionChoice } from './PermissionChoice.tsx'
import { useRoles } from './use-roles.ts'

export interface RoleFields {
  readonly name: string
  readonly permissions: readonly Permission[]
}

interface Props {
  /** Undefined for a new role. */
  readonly initial?: RoleFields
  readonly button: string
  /** Shown for the error of the last attempt, instead of what every change says. */
  readonly failure?: ReactNode
  readonly close: () => void
  readonly send: (fields: RoleFields) => Promise<unknown>
}

/** The fields of a role. */
export function RoleForm({ initial, button, send, ...dialog }: Props) {
  const { permissions: held } = useCaller()
  const { roles, nameOf } = useRoles()
  const { form, field, onSubmit, isRunning, error } = useApiForm(
    { name: initial?.name ?? '', permissions: initial?.permissions ?? [] },
    ({ name, permissions }) => send({ name: name.trim(), permissions }),
  )
  const choose = (permissions: readonly Permission[]) =>
    form.setFieldValue('permissions', [...permissions])
  return (
    <DialogForm
      {...dialog}
      onSubmit={onSubmit}
      error={error}
      label={button}
      isRunning={isRunning}
      isDisabled={form.values.permissions.length === 0}
    >
      <TextInput
        label="Name"
        description="No other role has it."
        {...field('name')}
        maxLength={100}
        required
        data-autofocus
        autoFocus
      />
      {initial === undefined && (
        <Select
          label="Start from"
          description="Chooses the permissions of another role, as far as you have them."
          placeholder="No role"
          data={roles.map(({ id }) => ({ value: id, label: nameOf(id) }))}
          onChange={(id) => {
            const role = roles.find((each) => each.id === id)
            choose((role?.permissions ?? []).filter((each) => held.includes(each)))
          }}
          searchable
        />
      )}
      <PermissionChoice chosen={form.values.permissions} choose={choose} />
    </DialogForm>
  )
}
