import type { IdentityProvider, IdentityProviderSettings } from '../api/schema.ts'

/** A value of the claim, and the roles that it gives. */
interface Mapped {
  readonly value: string
  readonly roles: string[]
}

/** The values of the form's fields. */
export type Draft = {
  issuer: string
  clientId: string
  /** Empty: the stored one stays. */
  clientSecret: string
  admission: IdentityProvider['admission']
  emailDomains: string[]
  defaultRoles: string[]
  /** Empty: people give roles. */
  rolesClaim: string
  mapped: Mapped[]
}

export function draftOf(provider: IdentityProvider): Draft {
  const { issuer, clientId, admission, emailDomains, defaultRoles, rolesClaim } = provider
  return {
    issuer: issuer ?? '',
    clientId: clientId ?? '',
    clientSecret: '',
    admission,
    emailDomains: [...emailDomains],
    defaultRoles: [...defaultRoles],
    rolesClaim: rolesClaim ?? '',
    mapped: Object.entries(provider.roleMapping).map(([value, roles]) => ({
      value,
      roles: [...roles],
    })),
  }
}

/** Without a claim nothing is mapped. */
export function settingsOf(draft: Draft): IdentityProviderSettings {
  const { admission, emailDomains, defaultRoles, clientSecret } = draft
  const rolesClaim = draft.rolesClaim.trim()
  const mapped = rolesClaim === '' ? [] : draft.mapped
  return {
    issuer: draft.issuer.trim(),
    clientId: draft.clientId.trim(),
    ...(clientSecret !== '' && { clientSecret }),
    admission,
    emailDomains: emailDomains.map((domain) => domain.trim().replace(/^@/, '').toLowerCase()),
    defaultRoles,
    rolesClaim: rolesClaim === '' ? null : rolesClaim,
    roleMapping: Object.fromEntries(mapped.map(({ value, roles }) => [value.trim(), roles])),
  }
}

/** Whether the stored secret can stay: it must not be sent to another provider. */
export function keepsSecret(provider: IdentityProvider, draft: Draft): boolean {
  return provider.issuer === draft.issuer.trim() && provider.clientId === draft.clientId.trim()
}

/** A value of the claim that has two rows: the second would replace the first. */
export function repeatedValue({ mapped }: Draft): string | undefined {
  const values = mapped.map(({ value }) => value.trim()).filter((value) => value !== '')
  return values.find((value, index) => values.indexOf(value) !== index)
}
