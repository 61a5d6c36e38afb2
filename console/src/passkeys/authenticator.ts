import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { BASE_PATH } from '../api/base-path.ts'
import { useRead } from '../api/queries.ts'
import { localProblem, ProblemError, request } from '../api/request.ts'
import type { ApprovalProof, ApprovalToSign, NewPasskey } from '../api/schema.ts'
import { useMay } from '../session/caller.tsx'

/** Asks for a new passkey. @throws {ProblemError} also where the person declined */
export async function newPasskey(name: string): Promise<NewPasskey> {
  const { data } = (await request('GET /v1/passkeys/registration-options')).body
  const options = data as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, response } = await startRegistration({ optionsJSON: options }).catch((error) =>
    asProblem(error, NOT_MADE),
  )
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
  }).catch((error) => asProblem(error, NOT_USED))
  const { authenticatorData, clientDataJSON, signature } = response
  return { credentialId: id, authenticatorData, clientDataJSON, signature }
}

/** The records that people approve, by the path of their operations. */
export type Approvable = 'transfers' | 'outbound-shipments' | 'revaluations'

/** Whether the policy asks for a proof, as far as the token may read it. */
export function useAsksForProof(): boolean {
  const enabled = useMay('organization_policies:read')
  const policy = useRead('GET /v1/organization-policy', { enabled })
  return policy.data?.body.data.approvalProof === 'passkey'
}

/**
 * Approves a record. Where the policy asks for a proof, it reads what is approved, and has a
 * passkey sign it. A refusal says so to a token that may not read the policy.
 */
export function useApproveWithProof() {
  const asksForProof = useAsksForProof()
  return async <Result>(
    id: string,
    approve: (body: { readonly proof?: ApprovalProof }) => Promise<Result>,
  ): Promise<Result> => {
    try {
      if (!asksForProof) return await approve({})
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== 'proof_required') throw error
    }
    const { body } = await request('GET /v1/approvals/{subjectId}', { path: { subjectId: id } })
    return await approve({ proof: await signed(body.data) })
  }
}

const NO_PASSKEY = localProblem({
  title: 'You have no passkey',
  detail:
    'The policy asks for the signature of a passkey. People register theirs on the page Passkeys; ' +
    'a token of no person has none.',
  status: 409,
  code: 'proof_required',
})

type Words = readonly [title: string, detail: string]

/** The browser gives no more than a name: it does not say whether there is such a passkey. */
const NOT_USED: Words = [
  'No passkey was used',
  'You declined, the time was over, or this device has none that fits. Nothing was changed. Try again.',
]

const NOT_MADE: Words = [
  'No passkey was made',
  'You declined, the time was over, or this device cannot verify you. Try again.',
]

const KNOWN: Words = [
  'This device has a passkey of yours',
  'It was registered before, and is in the list. To replace it, remove it first.',
]

/** Nothing was sent, so nothing was changed. */
function asProblem(error: unknown, declined: Words): never {
  const { name, message } = error as Error
  const words: Readonly<Record<string, Words>> = {
    NotAllowedError: declined,
    AbortError: declined,
    InvalidStateError: KNOWN,
    SecurityError: wrongAddress(),
  }
  const [title, detail] = words[name] ?? ['The passkey cannot be used', message]
  throw localProblem({ title, detail, status: 400, code: 'passkey_invalid' })
}

function wrongAddress(): Words {
  const { hostname, port } = location
  const isOwn = ['127.0.0.1', '[::1]'].includes(hostname)
  const named = `http://localhost${port && `:${port}`}${BASE_PATH}/console`
  return [
    'Browsers use no passkeys at this address',
    isOwn
      ? `Open ${named} instead, and sign in there.`
      : 'Open the console at the address that the vault operator has set (PUBLIC_URL).',
  ]
}
