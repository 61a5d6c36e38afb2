import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { localProblem, ProblemError, request } from '../api/request.ts'
import type { ApprovalProof, ApprovalToSign, NewPasskey } from '../api/schema.ts'

/** Asks for a new passkey. @throws {ProblemError} also where the person declined */
export async function newPasskey(name: string): Promise<NewPasskey> {
  const { data } = (await request('GET /v1/passkeys/registration-options')).body
  const options = data as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, response } = await startRegistration({ optionsJSON: options }).catch(asProblem)
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { name, credentialId: id, clientDataJSON, attestationObject, transports }
}

/** Asks for the signature of one of the caller's passkeys. @throws {ProblemError} as above */
async function signed({ challenge, passkeys }: ApprovalToSign): Promise<ApprovalProof> {
  if (passkeys.length === 0) throw NO_PASSKEY
  const allowCredentials = passkeys.map(({ credentialId, transports }) => {
    return { type: 'public-key' as const, id: credentialId, transports }
  })
  const optionsJSON = { challenge, allowCredentials, userVerification: 'required' }
  const { id, response } = await startAuthentication({
    optionsJSON: optionsJSON as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  }).catch(asProblem)
  const { authenticatorData, clientDataJSON, signature } = response
  return { credentialId: id, authenticatorData, clientDataJSON, signature }
}

/**
 * Approves a record. Where the policy asks for a proof, it reads what is approved, and has a
 * passkey sign it.
 */
export async function approveWithProof<Result>(
  approve: (body: { readonly proof?: ApprovalProof }) => Promise<Result>,
  readApproval: () => Promise<ApprovalToSign>,
): Promise<Result> {
  try {
    return await approve({})
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'proof_required') throw error
  }
  return await approve({ proof: await signed(await readApproval()) })
}

const NO_PASSKEY = localProblem({
  title: 'You have no passkey',
  detail:
    'The policy asks for the signature of a passkey. Register one on the page Passkeys, which the ' +
    'menu at the top right opens.',
  status: 409,
  code: 'proof_required',
})

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
