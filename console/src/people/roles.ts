import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'

/** The first hundred roles of the organization, the built-in ones before its own. */
export function useRoles() {
  const { data } = useQuery(read('GET /v1/roles', { query: { limit: 100 } }))
  const roles = data?.body.data ?? []
  return {
    roles,
    /** The name of a role, in words; its id if it is not among them. */
    nameOf: (id: string) => inWords(roles.find((role) => role.id === id)?.name ?? id),
  }
}

function inWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
