import { test } from 'node:test'
import {
  personWithToken,
  registeredPasskey,
  registrationBy,
} from '../support/passkeys/person-setup.ts'
import { SoftwareAuthenticator } from '../support/passkeys/software-authenticator.ts'
import { assertCondition, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const organizationId = await records.organization()
const ada = await personWithToken(vault, organizationId)
const { token: machine } = await records.token(organizationId)
const challengeFor = async (token: string): Promise<string> =>
  (await api.get('/v1/passkeys/registration-options', { token })).body.data.challenge

test('A machine has no passkeys', async () => {
  const { id } = await registeredPasskey(vault, ada)
  const body = registrationBy(new SoftwareAuthenticator(), await challengeFor(ada.token))
  const refused = { status: 403, code: 'person_required' } as const
  await withoutWriting(records, async () => {
    for (const [method, path, more] of [
      ['GET', '/v1/passkeys', {}],
      ['GET', '/v1/passkeys/registration-options', {}],
      ['POST', '/v1/passkeys', { body }],
      ['DELETE', `/v1/passkeys/${id}`, {}],
    ] as const) {
      assertCondition(await api.request(method, path, { token: machine, ...more }), refused)
    }
  })
})
