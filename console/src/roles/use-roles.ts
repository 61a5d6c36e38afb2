import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import type { Role } from '../api/schema.ts'
import { useCaller } from '../session/caller.tsx'

/** The first hundred roles of the organization, the built-in ones before its own. */
export function useRoles() {
  const { permissions: held } = useCaller()
  const { data } = useQuery(read('GET /v1/roles', { query: { limit: 100 } }))
  const roles = data?.body.data ?? []
  const isHeld = (role: Role) => role.permissions.every((each) => held.includes(each))
  return {
    roles,
    /** The name of a role as people read it; its id if it is not among them. */
    nameOf: (id: string) => {
      const role = roles.find((each) => each.id === id)
      return role === undefined ? id : nameInWords(role)
    },
    /** The roles to choose from: nobody gives one with permissions that they lack. */
    options: roles.map((role) => ({
      value: role.id,
      label: isHeld(role)
        ? nameInWords(role)
        : `${nameInWords(role)} (has permissions you do not have)`,
      disabled: !isHeld(role),
    })),
  }
}

/** Built-in roles have their ids as names. */
export function nameInWords({ name, isBuiltIn }: Pick<Role, 'name' | 'isBuiltIn'>): string {
  return isBuiltIn ? name.charAt(0).toUpperCase() + name.slice(1) : name
}
