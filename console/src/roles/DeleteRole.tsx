import { useChange } from '../api/queries.ts'
import type { Role } from '../api/schema.ts'
import { Confirmation } from '../display/Action.tsx'

interface Props {
  readonly role: Role
  readonly close: () => void
}

/** Deletes a role that nobody has; the service says who does. */
export function DeleteRole({ role: { id, name }, close }: Props) {
  const remove = useChange('DELETE /v1/roles/{id}')
  return (
    <Confirmation
      label="Delete role"
      color="red"
      close={close}
      run={() => remove.mutateAsync({ path: { id } })}
      explanation={
        <>
          The role <bdi>{name}</bdi> is deleted for good. That works only while no person and no
          valid token has it, and the identity provider does not give it.
        </>
      }
    />
  )
}
