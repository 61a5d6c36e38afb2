import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import type { FboAccount } from '../api/schema.ts'
import { useMay } from '../session/caller.tsx'

/** The contact details of an account, which can be changed. */
export const CONTACT_FIELDS = [
  { name: 'businessName', label: 'Business name' },
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'email', label: 'Email', kind: 'email' },
  { name: 'phone', label: 'Phone', kind: 'tel' },
] as const

type ContactField = (typeof CONTACT_FIELDS)[number]['name']

/** The values of a form: empty text for null. */
export function contactOf(account: Partial<FboAccount>): Record<ContactField, string> {
  const texts = CONTACT_FIELDS.map(({ name }) => [name, account[name] ?? ''] as const)
  return Object.fromEntries(texts) as Record<ContactField, string>
}

/** Texts as the service takes them: null for an empty one. */
export function nullIfEmpty<Name extends string>(texts: Readonly<Record<Name, string>>) {
  const trimmed = Object.entries<string>(texts).map(([name, text]) => [name, text.trim() || null])
  return Object.fromEntries(trimmed) as Record<Name, string | null>
}

/** The time of an account's erasure, from the feed; asked only where it may have been erased. */
export function useErasure(id: string, isPossible: boolean): string | undefined {
  const query = { type: 'fbo_account.erased', subjectId: id, limit: 1 } as const
  const { data } = useQuery({
    ...read('GET /v1/events', { query }),
    placeholderData: undefined,
    enabled: useMay('events:read') && isPossible,
  })
  return isPossible ? data?.body.data[0]?.occurredAt : undefined
}
