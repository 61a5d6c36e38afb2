import { MultiSelect, TextInput } from '@mantine/core'
import { useChange } from '../api/queries.ts'
import { DialogForm } from '../display/DialogForm.tsx'
import { useApiForm } from '../display/forms.ts'
import { useRoles } from '../roles/use-roles.ts'
import type { Person } from './person.ts'

interface Props {
  /** Undefined to invite one. */
  readonly person?: Person
  readonly close: () => void
}

/** Invites a person, or changes one. */
export function PersonForm({ person, close }: Props) {
  const { options } = useRoles()
  const invite = useChange('POST /v1/people')
  const update = useChange('PATCH /v1/people/{id}')
  const { field, onSubmit, isRunning, error } = useApiForm(
    {
      name: person?.name ?? '',
      email: person?.email ?? '',
      roles: [...(person?.roles ?? [])] as string[],
    },
    async (values) => {
      const body = { ...values, name: values.name.trim(), email: values.email.trim() }
      if (person === undefined) await invite.mutateAsync({ body })
      else await update.mutateAsync({ path: { id: person.id }, body })
      close()
    },
  )
  return (
    <DialogForm
      onSubmit={onSubmit}
      error={error}
      label={person === undefined ? 'Invite person' : 'Save changes'}
      close={close}
      isRunning={isRunning}
    >
      <TextInput
        label="Name"
        description="As approvals and histories show it."
        {...field('name')}
        maxLength={300}
        required
        data-autofocus
      />
      <TextInput
        label="Email"
        description="The identity provider recognises the person by it at the first sign-in."
        type="email"
        {...field('email')}
        maxLength={254}
        autoComplete="off"
        required
      />
      <MultiSelect
        label="Roles"
        description="What the person may do: the permissions of all roles together."
        data={options}
        {...field('roles')}
        maxValues={20}
        searchable
      />
    </DialogForm>
  )
}
