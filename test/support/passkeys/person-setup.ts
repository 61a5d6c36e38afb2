import { PERMISSIONS, type Permission } from '../../../src/domain/permissions.ts'
import type { TestVault } from '../vault/vault.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

type TestPerson = Awaited<ReturnType<typeof personWithToken>>

/** A person with a token, as if they had signed in. */
export async function personWithToken(
  { records, sql }: Pick<TestVault, 'records' | 'sql'>,
  organizationId: string,
  { name = 'Ada Lindqvist', permissions = PERMISSIONS as readonly Permission[] } = {},
) {
  const personId = await records.person(organizationId, { name })
  const { id: tokenId, token } = await records.token(organizationId, permissions)
  await sql`update access_tokens set person_id = ${personId} where id = ${tokenId}`
  return { personId, tokenId, token }
}

/** A row of `passkeys` that signs nothing. */
export function passkeyRow(columns: {
  readonly organizationId: string
  readonly personId: string
  readonly id: string
  readonly createdAt: Date
}) {
  const { publicKey, algorithm, credentialId } = new SoftwareAuthenticator()
  const key = { publicKey, algorithm, credentialId, rpId: 'localhost' }
  return { ...columns, ...key, name: 'Phone', transports: ['internal'] }
}

/** Registers a passkey of that person by the API. */
export async function registeredPasskey(
  { api }: Pick<TestVault, 'api'>,
  { token }: Pick<TestPerson, 'token'>,
  authenticator = new SoftwareAuthenticator(),
) {
  const options = await api.get('/v1/passkeys/registration-options', { token })
  const body = registrationBy(authenticator, options.body.data.challenge)
  const response = await api.post('/v1/passkeys', { token, body })
  if (response.status !== 201) throw new Error(response.text)
  const { id, personId } = response.body.data as Record<'id' | 'personId', string>
  return { authenticator, id, personId }
}

/** The body of Register Passkey. */
export function registrationBy(
  authenticator: SoftwareAuthenticator,
  challenge: string,
  signing: Partial<Parameters<SoftwareAuthenticator['register']>[0]> = {},
) {
  const { id, response } = authenticator.register({ challenge, ...signing })
  return { name: 'Phone', credentialId: id, ...response }
}
