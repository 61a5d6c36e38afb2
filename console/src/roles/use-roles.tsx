import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useRead } from '../api/queries.ts'
import type { Role } from '../api/schema.ts'
import { useCaller } from '../session/caller.tsx'

/** The first hundred roles of the organization, the built-in ones before its own. */
export function useRoles() {
  const { permissions: held } = useCaller()
  const { data } = useRead('GET /v1/roles', { query: { limit: 100 } })
  const roles = data?.body.data ?? []
  return {
    roles,
    /** The roles to choose from: nobody gives one with permissions that they lack. */
    options: roles.map((role) => {
      const isHeld = role.permissions.every((each) => held.includes(each))
      const lack = isHeld ? '' : ' (has permissions you do not have)'
      return { value: role.id, label: nameInWords(role) + lack, disabled: !isHeld }
    }),
  }
}

/** Built-in roles have their ids as names. */
export function nameInWords({ name, isBuiltIn }: Pick<Role, 'name' | 'isBuiltIn'>): string {
  return isBuiltIn ? name.charAt(0).toUpperCase() + name.slice(1) : name
}

/** Roles by their names as people read them; by the id of one that is not among the first. */
export function RoleNames({ ids }: { readonly ids: readonly string[] }) {
  const names = new Map(useRoles().roles.map((role) => [role.id, nameInWords(role)]))
  return ids.map((id) => names.get(id) ?? id).join(', ') || 'None'
}

export function RolesSelect(props: MultiSelectProps) {
  return (
    <MultiSelect label="Roles" data={useRoles().options} maxValues={20} searchable {...props} />
  )
}
