import assert from 'node:assert/strict'
import { inTheEnd } from '../vault/in-the-end.ts'
import type { TestVault } from '../vault/vault.ts'
import { type ForgedProvider, idTokenOf, openForgedProvider } from './forged-provider.ts'
import { CLIENT } from './real-provider.ts'
import { setProvider } from './sign-in-setup.ts'
import { UserAgent, type Visit } from './user-agent.ts'

/** A sign-in that a browser began, whose response the test makes. */
export type BegunVisit = Awaited<ReturnType<typeof begin>>

/** An organization with a provider that says what a test wants. */
export async function openForged(vault: TestVault, settings: object = {}) {
  const provider = await openForgedProvider((work) => inTheEnd(async () => void work()))
  const organizationId = await vault.records.organization()
  await setProvider(vault, organizationId, { issuer: provider.issuer, ...settings })
  const beginHere = (query = '', agent = new UserAgent()) =>
    begin(vault, { organizationId, provider, query, agent })
  return { organizationId, provider, begin: beginHere }
}

interface Beginning {
  readonly organizationId: string
  readonly provider: ForgedProvider
  readonly query: string
  readonly agent: UserAgent
}

/** Begins a sign-in of Ada, whose account at the provider is `ada`. */
async function begin(
  { url }: Pick<TestVault, 'url'>,
  { organizationId, provider, query, agent }: Beginning,
) {
  const { location, text } = await agent.open(`${url}/sign-in/${organizationId}${query}`)
  assert.ok(location, text)
  const now = Math.floor(Date.now() / 1_000)
  /** The claims of an ID token that fits. */
  const claims: Readonly<Record<string, unknown>> = {
    iss: provider.issuer,
    sub: 'ada',
    aud: CLIENT.id,
    nonce: location.searchParams.get('nonce'),
    iat: now,
    exp: now + 300,
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada',
  }
  provider.idToken = idTokenOf(claims)
  /** Opens the callback with these parameters instead of those that fit. */
  const respond = async (parameters: Readonly<Record<string, string | undefined>> = {}) => {
    const callback = new URL(`${url}/sign-in/${organizationId}/callback`)
    const state = location.searchParams.get('state') ?? ''
    const all = { code: 'code', state, iss: provider.issuer, ...parameters }
    for (const [name, value] of Object.entries(all)) {
      if (value !== undefined) callback.searchParams.set(name, value)
    }
    return await agent.open(callback)
  }
  return { agent, sentTo: location, claims, respond }
}

/** The code with which the console says why nobody was signed in; undefined after a sign-in. */
export function failureIn({ location }: Pick<Visit, 'location'>): string | undefined {
  return /^#signInFailure=(\w+)$/.exec(location?.hash ?? '')?.[1]
}

/** The session cookie of a response; undefined if it sets none. */
export function sessionCookieIn({ setCookies }: Pick<Visit, 'setCookies'>): string | undefined {
  return setCookies.find((cookie) => /^__Host-vault-session=[^;]/.test(cookie))
}
