import type { IdentityProvider } from '../api/schema.ts'

export const ADMISSIONS: Readonly<Record<IdentityProvider['admission'], string>> = {
  invited: 'Only people who were invited',
  email_domains: 'Also people with an address of the email domains: the sign-in creates the person',
}
