import type { FboAccount } from '../api/schema.ts'

/** The fields that can be changed, with their labels. */
export const CONTACT_FIELDS = [
  { name: 'businessName', label: 'Business name' },
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'email', label: 'Email', kind: 'email' },
  { name: 'phone', label: 'Phone', kind: 'tel' },
] as const

export type ContactField = (typeof CONTACT_FIELDS)[number]['name']

/** The values of a form: empty text for null. */
export type Contact = Readonly<Record<ContactField, string>>

export const NO_CONTACT: Contact = {
  businessName: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
}

export function contactOf(account: Pick<FboAccount, ContactField>): Contact {
  const texts = CONTACT_FIELDS.map(({ name }) => [name, account[name] ?? ''] as const)
  return Object.fromEntries(texts) as Contact
}

/** Texts as the service takes them: null for an empty one. */
export function nullIfEmpty<Name extends string>(
  texts: Readonly<Record<Name, string>>,
): Record<Name, string | null> {
  const trimmed = Object.entries<string>(texts).map(([name, text]) => [name, text.trim() || null])
  return Object.fromEntries(trimmed) as Record<Name, string | null>
}
