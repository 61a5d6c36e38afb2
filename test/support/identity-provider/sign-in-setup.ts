import assert from 'node:assert/strict'
import { TestBrowser } from '../vault/browser.ts'
import { inTheEnd } from '../vault/in-the-end.ts'
import { openOwnVault, type TestVault } from '../vault/vault.ts'
import { type Account, CLIENT, openRealProvider, type RealProvider } from './real-provider.ts'
import { UserAgent } from './user-agent.ts'

/** A vault that takes a provider of this machine. */
export async function openSignInVault(
  settings: Parameters<typeof openOwnVault>[0] = {},
): Promise<TestVault> {
  return await openOwnVault({
    ...settings,
    IDENTITY_PROVIDER_ALLOW_HTTP: true,
    IDENTITY_PROVIDER_ALLOWED_NETWORKS: ['127.0.0.0/8'],
  })
}

/** A real provider whose client may be redirected to the vault. */
export async function providerFor(
  { url }: Pick<TestVault, 'url'>,
  accounts: Record<string, Account>,
): Promise<RealProvider> {
  const provider = await openRealProvider({
    accounts,
    redirectsTo: (uri) => uri.startsWith(`${url}/sign-in/`),
  })
  inTheEnd(provider.close)
  return provider
}

/** Sets the provider of an organization as an operator of it. */
export async function setProvider(
  { api, records }: Pick<TestVault, 'api' | 'records'>,
  organizationId: string,
  settings: object,
): Promise<void> {
  const { token } = await records.token(organizationId)
  const body = { clientId: CLIENT.id, clientSecret: CLIENT.secret, ...settings }
  const response = await api.request('PUT', '/v1/identity-provider', { token, body })
  assert.equal(response.status, 200, response.text)
}

interface SignInOptions {
  readonly agent?: UserAgent
  readonly query?: string
}

/**
 * Signs in with the real provider as a browser does.
 * @returns the callback that the provider redirects to; it is not opened yet
 */
export async function callbackOf(
  url: string,
  organizationId: string,
  account: string | null,
  { agent = new UserAgent(), query = '' }: SignInOptions = {},
): Promise<{ readonly agent: UserAgent; readonly callback: URL }> {
  const callbackPath = `/sign-in/${organizationId}/callback`
  const isEnd = ({ pathname }: URL) =>
    /^\/interaction\//.test(pathname) || pathname === callbackPath
  const page = await agent.follow(`${url}/sign-in/${organizationId}${query}`, isEnd)
  if (page.pathname === callbackPath) return { agent, callback: page }
  const form: Record<string, string> = account === null ? { refuse: '1' } : { account }
  const { location } = await agent.open(page, form)
  return { agent, callback: await agent.follow(location as URL, isEnd) }
}

/** A bearer of the session that a browser has. */
export async function tradeSession(agent: UserAgent, url: string): Promise<string> {
  return await Object.assign(new TestBrowser(url), { cookie: agent.cookieOf(url) }).trade()
}

/** An organization with a real provider that has these accounts. */
export async function openReal(
  vault: Pick<TestVault, 'api' | 'records' | 'url'>,
  accounts: Record<string, object>,
  settings: object = {},
) {
  const { records, url } = vault
  const organizationId = await records.organization()
  const provider = await providerFor(vault, accounts as Record<string, Account>)
  await setProvider(vault, organizationId, { issuer: provider.issuer, ...settings })
  const signIn = async (account: string | null, query = '') => {
    const { agent, callback } = await callbackOf(url, organizationId, account, { query })
    return { agent, callback, ...(await agent.open(callback)) }
  }
  return { organizationId, provider, signIn }
}
