import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decideChange } from '../database/decide-change.ts'
import { operatorFor } from '../domain/caller.ts'
import { isId } from '../domain/ids.ts'
import { PUBLIC } from '../http/pages/site.ts'
import type { RateLimits } from '../http/request/rate-limits.ts'
import type { BrowserSessions } from '../sessions/browser-sessions.ts'
import { findIdentityProvider } from './identity-provider.store.ts'
import type { IdentityProviderRow } from './identity-provider.ts'
import type { ProviderClients } from './provider-clients.ts'
import { beginSignIn, finishSignIn } from './provider-sign-in.ts'
import { returnPath } from './return-path.rules.ts'
import { type ProvidedPerson, providedPerson } from './sign-in-claims.rules.ts'
import { ENDED_SIGN_IN_COOKIE, readSignIn, signInCookie } from './sign-in-cookie.ts'
import { failureOf, type SignInFailure, SignInLog } from './sign-in-failure.ts'
import { SIGN_IN_PERSON } from './sign-in-person.ts'

export interface SignInParts {
  readonly clients: ProviderClients
  /** The origin that browsers reach the service at; null if that is not known. */
  readonly originOf: (request: FastifyRequest) => string | null
  readonly sessions: BrowserSessions
  readonly limits: Pick<RateLimits, 'countFailure'>
}

type SignInRequest = FastifyRequest<{
  Params: { organizationId: string }
  Querystring: Record<string, unknown>
}>

/** The place where the browser goes on; or why nobody is signed in. */
type Outcome =
  | { readonly url: string }
  | { readonly failure: SignInFailure; readonly error?: unknown; readonly returnTo?: string }

/**
 * Serves the sign-in with an organization's provider: `/sign-in/{organizationId}` sends a browser
 * there, and its callback takes it back, signed in. Each organization has a callback of its own, so
 * that the provider of one never receives a code that another's has sent (RFC 9700, 4.4.2.2).
 */
export function serveSignIn(app: FastifyInstance, parts: SignInParts): void {
  const path = '/sign-in/:organizationId'
  const log = new SignInLog(app.log)
  app.get(path, PUBLIC, async (request: SignInRequest, reply) => {
    return respond(app, log, { request, reply }, await begin(app, request, reply, parts))
  })
  app.get(`${path}/callback`, PUBLIC, async (request: SignInRequest, reply) => {
    // A response is taken once.
    reply.header('set-cookie', ENDED_SIGN_IN_COOKIE)
    const outcome = await finish(app, request, reply, parts)
    if ('failure' in outcome) parts.limits.countFailure(request)
    return respond(app, log, { request, reply }, outcome)
  })
}

function respond(
  { basePath }: FastifyInstance,
  log: SignInLog,
  { request, reply }: { readonly request: SignInRequest; readonly reply: FastifyReply },
  outcome: Outcome,
): FastifyReply {
  if ('url' in outcome) return reply.redirect(outcome.url, 303)
  const { failure, error, returnTo = returnPath(undefined) } = outcome
  log.failed(failure, request.params.organizationId, request.ip, error)
  return reply.redirect(`${basePath}${returnTo}#signInFailure=${failure}`, 303)
}

async function begin(
  app: FastifyInstance,
  request: SignInRequest,
  reply: FastifyReply,
  { clients, originOf, sessions }: SignInParts,
): Promise<Outcome> {
  const { maxAge } = request.query
  const returnTo = returnPath(request.query.returnTo)
  const found = await findProvider(app, request, originOf)
  if (found === undefined) return { failure: 'unavailable', returnTo }
  const { provider, secrets, redirectUri } = found
  try {
    const { begun, url } = await beginSignIn(await clients.of(provider, secrets), provider, {
      organizationId: provider.organizationId,
      redirectUri,
      returnTo,
      maxAge: typeof maxAge === 'string' && /^\d{1,6}$/.test(maxAge) ? Number(maxAge) : null,
      // Its cookie does not come with the redirect of another site.
      previous: sessions.cookieOf(request) ?? null,
    })
    reply.header('set-cookie', signInCookie(begun, secrets, Date.now()))
    return { url: url.href }
  } catch (error) {
    return { failure: 'provider_unreachable', error, returnTo }
  }
}

async function finish(
  app: FastifyInstance,
  request: SignInRequest,
  reply: FastifyReply,
  { clients, originOf, sessions }: SignInParts,
): Promise<Outcome> {
  const found = await findProvider(app, request, originOf)
  if (found === undefined) return { failure: 'unavailable' }
  const { provider, secrets, redirectUri } = found
  const begun = readSignIn(request.headers.cookie, secrets, Date.now())
  if (begun === undefined || !isOf(provider, begun)) return { failure: 'not_begun' }
  const { returnTo } = begun
  const responseUrl = new URL(redirectUri)
  responseUrl.search = request.url.slice(`${request.url}?`.indexOf('?'))
  let provided: ProvidedPerson
  let signedInAt: number | null
  try {
    const { rolesClaim } = provider
    const client = await clients.of(provider, secrets)
    const signIn = await finishSignIn(client, begun, { responseUrl, rolesClaim })
    // Entra ID names the claim here, in place of more groups than it puts into a token.
    if (rolesClaim !== null && Object.hasOwn(Object(signIn.claims._claim_names), rolesClaim)) {
      const { organizationId } = provider
      app.log.warn({ organizationId, rolesClaim }, 'the provider left the claim of roles out')
    }
    provided = providedPerson(signIn.claims, provider)
    signedInAt = signIn.signedInAt
  } catch (error) {
    return { failure: failureOf(error), error, returnTo }
  }
  const { organizationId } = provider
  const input = { provided, provider }
  const caller = operatorFor(organizationId)
  const person = await decideChange(caller, app.database, SIGN_IN_PERSON, input)
  if ('failure' in person) return { ...person, returnTo }
  // Without a word of the provider, no approval takes the sign-in for a recent one.
  const proof = { account: provided, authenticatedAt: new Date(signedInAt ?? 0) }
  try {
    await sessions.begin(request, reply, caller, proof, begun.previous ?? undefined)
  } catch (error) {
    // The person was suspended, or freed from the account, since they were found.
    const { code } = error as { readonly code?: unknown }
    if (code === 'person_suspended') return { failure: 'suspended', returnTo }
    if (code === 'session_ended') return { failure: 'not_begun', returnTo }
    throw error
  }
  return { url: app.basePath + returnTo }
}

function isOf(
  provider: IdentityProviderRow,
  begun: Pick<IdentityProviderRow, 'organizationId' | 'issuer' | 'clientId'>,
): boolean {
  const { organizationId, issuer, clientId } = begun
  const { organizationId: own } = provider
  return organizationId === own && issuer === provider.issuer && clientId === provider.clientId
}

/** The provider of the organization in the path; undefined if nobody can sign in with one. */
async function findProvider(
  app: FastifyInstance,
  request: SignInRequest,
  originOf: SignInParts['originOf'],
) {
  const { organizationId } = request.params
  const { secrets } = app
  const origin = originOf(request)
  if (secrets === null || origin === null || !isId(organizationId)) return undefined
  const provider = await findIdentityProvider({ organizationId }, app.database)
  const redirectUri = `${origin}${app.basePath}/sign-in/${organizationId}/callback`
  return provider && { provider, secrets, redirectUri }
}
