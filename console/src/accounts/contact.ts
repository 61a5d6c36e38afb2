import { useRead } from '../api/queries.ts'
import { useMay } from '../session/caller.tsx'

export const CONTACT_FIELDS = [
  { name: 'businessName', label: 'Business name' },
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'email', label: 'Email', kind: 'email' },
  { name: 'phone', label: 'Phone', kind: 'tel' },
] as const

/** The time of an account's erasure, from the feed; asked only where it may have been erased. */
export function useErasure(id: string, isPossible: boolean): string | undefined {
  const query = { type: 'fbo_account.erased', subjectId: id, limit: 1 } as const
  const { data } = useRead('GET /v1/events', {
    query,
    placeholderData: undefined,
    enabled: useMay('events:read') && isPossible,
  })
  return isPossible ? data?.body.data[0]?.occurredAt : undefined
}
