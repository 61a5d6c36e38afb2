import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decideChange } from '../database/decide-change.ts'
import { operatorFor } from '../domain/caller.ts'
import { isId } from '../domain/ids.ts'
import { STRANGERS_BODY_BYTES_MAX } from '../domain/limits.ts'
import { PUBLIC } from '../http/pages/site.ts'
import type { RateLimits } from '../http/request/rate-limits.ts'
import type { HeldRequest } from '../http/transport/held-request.ts'
import type { BrowserSessions } from '../sessions/browser-sessions.ts'
import { originRefusal } from '../sessions/own-origin.rules.ts'
import { isSignedOut, type SessionCookie, signedOutHeader } from '../sessions/session-cookie.ts'
import { tokenOfSession } from '../sessions/trade-session.ts'
import { askPerson, type SignInQuestion } from './ask-person.ts'
import { findIdentityProvider } from './identity-provider.store.ts'
import type { IdentityProviderRow } from './identity-provider.ts'
import type { ProviderClients } from './provider-clients.ts'
import { beginSignIn, finishSignIn } from './provider-sign-in.ts'
import { returnPath } from './return-path.rules.ts'
import { providedPerson } from './sign-in-claims.rules.ts'
import {
  ENDED_SIGN_IN_COOKIE,
  type FinishedSignIn,
  readSignIn,
  signInCookie,
} from './sign-in-cookie.ts'
import { failureOf, type SignInFailure, SignInLog } from './sign-in-failure.ts'
import { SIGN_IN_PERSON } from './sign-in-person.ts'

export interface SignInParts {
  readonly clients: ProviderClients
  /** The origin that browsers reach the service at; null if that is not known. */
  readonly originOf: (request: FastifyRequest) => string | null
  readonly sessions: BrowserSessions
  readonly limits: Pick<RateLimits, 'countFailure' | 'judgeStranger' | 'uncountFailure'>
}

type SignInRequest = FastifyRequest<{
  Params: { organizationId: string }
  Querystring: Record<string, unknown>
}>

const FORM = { ...PUBLIC, bodyLimit: STRANGERS_BODY_BYTES_MAX } as const

/** The place where the browser goes on; the question before that; or why nobody is signed in. */
type Outcome =
  | { readonly url: string }
  | { readonly question: SignInQuestion }
  | { readonly failure: SignInFailure; readonly error?: unknown; readonly returnTo?: string }

/**
 * Serves the sign-in with an organization's provider: `/sign-in/{organizationId}` sends a browser
 * there, and its callback takes it back, signed in; or it asks before, by a form that is sent to
 * the first path. Each organization has a callback of its own, so that the provider of one never
 * receives a code that another's has sent (RFC 9700, 4.4.2.2).
 */
export function serveSignIn(app: FastifyInstance, parts: SignInParts): void {
  const path = '/sign-in/:organizationId'
  const { limits } = parts
  const log = new SignInLog(app.log)
  const respond = (request: SignInRequest, reply: FastifyReply, outcome: Outcome) => {
    if ('question' in outcome) return askPerson(reply, app.basePath, outcome.question)
    if ('url' in outcome) return reply.redirect(outcome.url, 303)
    const { failure, error, returnTo = returnPath(undefined) } = outcome
    log.failed(failure, request.params.organizationId, request.ip, error)
    return reply.redirect(`${app.basePath}${returnTo}#signInFailure=${failure}`, 303)
  }
  const taken = async (request: SignInRequest, reply: FastifyReply, step: typeof finish) => {
    limits.judgeStranger(request)
    // A response is taken once, and so is the word of its person.
    reply.header('set-cookie', ENDED_SIGN_IN_COOKIE)
    const outcome = await step(app, request, reply, parts)
    if ('failure' in outcome) limits.countFailure(request)
    if ('url' in outcome) limits.uncountFailure(request)
    return respond(request, reply, outcome)
  }
  app.get(path, PUBLIC, async (request: SignInRequest, reply) => {
    // It counts as a failure until somebody is signed in.
    limits.countFailure(request)
    return respond(request, reply, await begin(app, request, reply, parts))
  })
  app.get(`${path}/callback`, PUBLIC, (request: SignInRequest, reply) => {
    return taken(request, reply, finish)
  })
  void app.register(async (forms) => {
    // The form has no fields: what comes is not read.
    forms.addContentTypeParser('application/x-www-form-urlencoded', (request, _body, done) => {
      const raw = request.raw as HeldRequest
      raw.discardBody()
      done(null)
    })
    forms.post(path, FORM, (request: SignInRequest, reply) => {
      const { headers, host } = request
      const fetchSite = headers['sec-fetch-site'] as string | undefined
      const origins = { origin: headers.origin, fetchSite, host }
      const refusal = originRefusal(origins, parts.originOf(request))
      if (refusal !== undefined) throw refusal
      return taken(request, reply, goOn)
    })
  })
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
      isSignedOut: isSignedOut(request.headers.cookie, app.basePath),
      isOwn: request.headers['sec-fetch-site'] === 'same-origin',
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
  if (begun === undefined || 'provided' in begun || !isOf(provider, begun)) {
    return { failure: 'not_begun' }
  }
  const { returnTo, previous } = begun
  const responseUrl = new URL(redirectUri)
  responseUrl.search = request.url.slice(`${request.url}?`.indexOf('?'))
  let finished: FinishedSignIn
  const { organizationId, rolesClaim, issuer, version } = provider
  try {
    const client = await clients.of(provider, secrets)
    const { claims, signedInAt } = await finishSignIn(client, begun, { responseUrl, rolesClaim })
    // Entra ID names the claim here, in place of more groups than it puts into a token.
    if (rolesClaim !== null && Object.hasOwn(Object(claims._claim_names), rolesClaim)) {
      app.log.warn({ organizationId, rolesClaim }, 'the provider left the claim of roles out')
    }
    const provided = providedPerson(claims, provider)
    finished = { organizationId, provider: { issuer, version }, provided, signedInAt, returnTo }
  } catch (error) {
    return { failure: failureOf(error), error, returnTo }
  }
  const caller = operatorFor(organizationId)
  const person = await decideChange(caller, app.database, SIGN_IN_PERSON, finished, true)
  if ('failure' in person) return { ...person, returnTo }
  const had =
    previous === null ? undefined : await tokenOfSession(previous, { run: app.database.stranger })
  const isSame = previous?.organizationId === organizationId && had?.personId === person.id
  if (begun.isOwn && (isSame || had === undefined || had.isOver)) {
    return await signIn(app, request, reply, {
      finished,
      sessions,
      previous: previous ?? undefined,
    })
  }
  reply.header('set-cookie', signInCookie(finished, secrets, Date.now()))
  const { organizationName, personName } = person
  return { question: { organizationId, organizationName, issuer, personName } }
}

/** Goes on with a sign-in after its person was asked. */
async function goOn(
  app: FastifyInstance,
  request: SignInRequest,
  reply: FastifyReply,
  { sessions }: SignInParts,
): Promise<Outcome> {
  const { headers, params } = request
  const { secrets } = app
  const finished = secrets === null ? undefined : readSignIn(headers.cookie, secrets, Date.now())
  const isFinished = finished !== undefined && 'provided' in finished
  if (!isFinished || finished.organizationId !== params.organizationId) {
    return { failure: 'not_begun' }
  }
  return await signIn(app, request, reply, { finished, sessions })
}

interface SigningIn {
  readonly finished: FinishedSignIn
  readonly sessions: BrowserSessions
  /** The session to end, if not that of the request's cookie. */
  readonly previous?: SessionCookie | undefined
}

async function signIn(
  app: FastifyInstance,
  request: SignInRequest,
  reply: FastifyReply,
  { finished, sessions, previous }: SigningIn,
): Promise<Outcome> {
  const { organizationId, provided, signedInAt, returnTo } = finished
  const caller = operatorFor(organizationId)
  const person = await decideChange(caller, app.database, SIGN_IN_PERSON, finished)
  if ('failure' in person) return { ...person, returnTo }
  // Without a word of the provider, no approval takes the sign-in for a recent one.
  const proof = { account: provided, authenticatedAt: new Date(signedInAt ?? 0) }
  try {
    await sessions.begin(request, reply, caller, proof, previous)
  } catch (error) {
    // The person was suspended, or freed from the account, since they were found.
    const { code } = error as { readonly code?: unknown }
    if (code === 'person_suspended') return { failure: 'suspended', returnTo }
    if (code === 'session_ended') return { failure: 'not_begun', returnTo }
    throw error
  }
  reply.header('set-cookie', signedOutHeader(app.basePath, 0))
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
  const provider = await findIdentityProvider({ organizationId }, { run: app.database.stranger })
  const redirectUri = `${origin}${app.basePath}/sign-in/${organizationId}/callback`
  return provider && { provider, secrets, redirectUri }
}
