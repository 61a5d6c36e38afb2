import type { FboAccount, FboAccountUpdate } from '../api/schema.ts'

/** The fields that can be changed, with their labels. */
export const CONTACT_FIELDS = [
  { name: 'businessName', label: 'Business name' },
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'email', label: 'Email' },
  { name: 'phone', label: 'Phone' },
] as const

export type ContactField = (typeof CONTACT_FIELDS)[number]['name']

/** The values of the form: empty text for null. */
export type Contact = Readonly<Record<ContactField, string>>

export const NO_CONTACT: Contact = {
  businessName: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
}

export function contactOf(account: Pick<FboAccount, ContactField>): Contact {
  return contactFrom((name) => account[name] ?? '')
}

export function contactFrom(textOf: (name: ContactField) => string): Contact {
  return Object.fromEntries(CONTACT_FIELDS.map(({ name }) => [name, textOf(name)])) as Contact
}

/** The fields that differ, as the service takes them: null for empty text. */
export function changesBetween(from: Contact, to: Contact): FboAccountUpdate {
  const changed = CONTACT_FIELDS.filter(({ name }) => to[name].trim() !== from[name])
  return Object.fromEntries(changed.map(({ name }) => [name, to[name].trim() || null]))
}
