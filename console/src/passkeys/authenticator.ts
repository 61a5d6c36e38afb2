import { startRegistration } from '@simplewebauthn/browser'
import { localProblem, request } from '../api/request.ts'
import type { NewPasskey } from '../api/schema.ts'

/** Asks for a new passkey. @throws {ProblemError} also where the person declined */
export async function newPasskey(name: string): Promise<NewPasskey> {
  const { data } = (await request('GET /v1/passkeys/registration-options')).body
  const options = data as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, response } = await startRegistration({ optionsJSON: options }).catch(asProblem)
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { name, credentialId: id, clientDataJSON, attestationObject, transports }
}

/** The browser gives no more than a name: it does not say whether there is such a passkey. */
function asProblem(error: unknown): never {
  const { name, message } = error as Error
  const isDeclined = name === 'NotAllowedError' || name === 'AbortError'
  throw localProblem({
    title: isDeclined ? 'The passkey was not used' : 'The passkey cannot be used',
    detail: isDeclined
      ? 'You declined, or the time was over. Nothing was changed; try again.'
      : `The browser says: ${message}`,
    status: 0,
    code: 'passkey_invalid',
  })
}
