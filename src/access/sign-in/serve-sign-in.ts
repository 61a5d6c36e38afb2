import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { StatementQueue } from '../../database/batching/statement-queue.ts'
import { decideChange } from '../../database/database.ts'
import { operatorFor } from '../../domain/caller.ts'
import type { Refusal } from '../../domain/errors.ts'
import { isId } from '../../domain/ids.ts'
import { addressGroup } from '../../domain/ip-ranges.ts'
import { STRANGERS_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { PUBLIC } from '../../http/pages/site.ts'
import type { RateLimits } from '../../http/request/rate-limits.ts'
import type { Config } from '../../runtime/config/config.ts'
import { RepeatedLog } from '../../runtime/log/log.ts'
import type { BrowserSessions } from '../sessions/browser-sessions.ts'
import { originRefusal, ownOrigin, partRefusal } from '../sessions/own-origin.rules.ts'
import { isSignedOut, type SessionCookie, signedOutHeader } from '../sessions/session-cookie.ts'
import { askPerson } from './ask-person.ts'
import { findIdentityProvider } from './identity-provider.ts'
import { beginSignIn, finishSignIn, ProviderClients } from './provider-clients.ts'
import { claimWarning, providedPerson } from './sign-in-claims.rules.ts'
import {
  type BegunSignIn,
  ENDED_SIGN_IN_COOKIE,
  type FinishedSignIn,
  type OpenSignIn,
  readSignIn,
  returnPath,
  signInCookie,
} from './sign-in-cookie.ts'
import { failCheck, failedOf, logFailure, SignInFailed } from './sign-in-failure.ts'
import { SIGN_IN_PERSON } from './sign-in-person.ts'

interface SignInParts {
  readonly config: Config
  readonly sessions: BrowserSessions
  readonly limits: Pick<RateLimits, 'countSignIn'>
}

type SignInRequest = FastifyRequest<{
  Params: { organizationId: string }
  Querystring: Record<string, unknown>
}>

/** A request of a sign-in: its step responds, or throws `SignInFailed`. */
interface Visit extends SignInParts {
  readonly app: FastifyInstance
  readonly clients: ProviderClients
  readonly callbacks: StatementQueue
  readonly log: RepeatedLog
  readonly request: SignInRequest
  readonly reply: FastifyReply
}

/** Callbacks: what a provider sends takes some hundred kB, and what is asked next may hang. */
const CALLBACKS = { runningMax: 32, runningOfOneMax: 4, waitingMax: 200, waitTimeoutMs: 5_000 }

/** Anybody can repeat a sign-in: each failure or warning is a line a second. */
const LINE_MS = 1_000

const FORM = { ...PUBLIC, bodyLimit: STRANGERS_BODY_BYTES_MAX } as const

/**
 * Serves the sign-in with an organization's provider. `/sign-in/{organizationId}` begins it and
 * leads the browser to the provider, whose response comes to the callback. That signs the person
 * in, or asks them before, by a form that is sent to the first path. Between the steps, a sealed
 * cookie keeps the sign-in. Each organization has a callback of its own, so that the provider of
 * one never receives a code that another's has sent (RFC 9700, 4.4.2.2).
 */
export function serveSignIn(app: FastifyInstance, parts: SignInParts): void {
  const path = '/sign-in/:organizationId'
  const { config, limits } = parts
  const log = new RepeatedLog(app.log as Logger, LINE_MS)
  const clients = new ProviderClients(config)
  app.addHook('onClose', () => clients.close())
  const callbacks = new StatementQueue(CALLBACKS)
  const visitOf = (request: SignInRequest, reply: FastifyReply): Visit => {
    return { ...parts, app, clients, callbacks, log, request, reply }
  }
  const orFailed = async (visit: Visit, returnTo: string | undefined, step: Promise<unknown>) => {
    const { request, reply } = visit
    try {
      return await step
    } catch (error) {
      const failed = failedOf(error)
      if (failed === undefined) throw error
      const { organizationId } = request.params
      logFailure(log, failed, { organizationId, address: request.ip })
      const page = app.basePath + (returnTo ?? returnPath(undefined))
      return reply.redirect(`${page}#signInFailure=${failed.failure}`, 303)
    }
  }
  const goOn = (request: SignInRequest, reply: FastifyReply, step: typeof finish) => {
    const { headers, params } = request
    const kept = readSignIn(headers.cookie, app.secrets, Date.now())
    const signIn = kept?.organizationId === params.organizationId ? kept : undefined
    limits.countSignIn(request, signIn?.id)
    // A response is taken once, and so is the word of its person.
    reply.header('set-cookie', ENDED_SIGN_IN_COOKIE)
    const visit = visitOf(request, reply)
    return orFailed(visit, signIn?.returnTo, step(visit, signIn))
  }
  app.get(path, PUBLIC, (request: SignInRequest, reply) => {
    refuse(partRefusal(request))
    limits.countSignIn(request)
    const visit = visitOf(request, reply)
    const returnTo = returnPath(request.query.returnTo)
    return orFailed(visit, returnTo, begin(visit, returnTo))
  })
  app.get(`${path}/callback`, PUBLIC, (request: SignInRequest, reply) => {
    refuse(partRefusal(request))
    return goOn(request, reply, finish)
  })
  void app.register(async (forms) => {
    // The form has no fields: what comes is not read.
    forms.addContentTypeParser('application/x-www-form-urlencoded', (_request, body, done) => {
      body.resume()
      done(null)
    })
    forms.post(path, FORM, (request: SignInRequest, reply) => {
      refuse(originRefusal(request, config.PUBLIC_URL))
      return goOn(request, reply, answer)
    })
  })
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw refusal
}

async function begin(visit: Visit, returnTo: string): Promise<FastifyReply> {
  const { app, request, reply, sessions } = visit
  const { cookie, 'sec-fetch-site': fetchSite } = request.headers
  const { maxAge } = request.query
  const { client, provider, redirectUri, secrets } = await findProvider(visit)
  const { begun, url } = await beginSignIn(client, provider, {
    organizationId: provider.organizationId,
    redirectUri,
    returnTo,
    isSignedOut: isSignedOut(cookie, app.basePath),
    isOwn: fetchSite === 'same-origin',
    maxAge: typeof maxAge === 'string' && /^\d{1,6}$/.test(maxAge) ? Number(maxAge) : null,
    // Its cookie does not come with the redirect of another site.
    previous: sessions.cookieOf(request) ?? null,
  })
  reply.header('set-cookie', signInCookie(begun, secrets, Date.now()))
  return reply.redirect(url.href, 303)
}

async function finish(visit: Visit, begun: OpenSignIn | undefined): Promise<FastifyReply> {
  if (begun === undefined || !('state' in begun)) throw new SignInFailed('not_begun')
  let hasTurn = false
  // By address, too: a stranger's callbacks do not stand before those of the organization's people.
  const line = `${begun.organizationId} ${addressGroup(visit.request.ip)}`
  const step = visit.callbacks.run(line, () => {
    hasTurn = true
    return takeWord(visit, begun)
  })
  return await step.catch((error: unknown) => {
    throw hasTurn ? error : new SignInFailed('provider_unreachable', error)
  })
}

/** Takes the provider's word, and signs its person in, or asks them. */
async function takeWord(visit: Visit, begun: BegunSignIn & OpenSignIn): Promise<FastifyReply> {
  const { app, request, reply, sessions, log } = visit
  const { client, provider, redirectUri, secrets } = await findProvider(visit)
  const { organizationId, issuer, version, rolesClaim } = provider
  if (begun.issuer !== issuer || begun.clientId !== provider.clientId) {
    throw new SignInFailed('not_begun')
  }
  const responseUrl = new URL(redirectUri)
  responseUrl.search = request.url.slice(`${request.url}?`.indexOf('?'))
  const response = { responseUrl, rolesClaim }
  const word = await finishSignIn(client, begun, response).catch(failCheck)
  const { claims, signedInAt, userInfoError } = word
  const { id, returnTo, previous } = begun
  const provided = providedPerson(claims, provider)
  const kept = { id, organizationId, provider: { issuer, version }, provided, signedInAt, returnTo }
  const caller = operatorFor(organizationId)
  const decided = decideChange(caller, app.database, SIGN_IN_PERSON, kept, true)
  const person = await decided.catch((error: SignInFailed) => {
    throw error.failure === 'email_missing' && userInfoError ? failCheck(userInfoError) : error
  })
  const warning = claimWarning(claims, provider, person.roleIdsBefore)
  const of = { organizationId, rolesClaim }
  if (warning !== undefined) log.write('warn', warning, of, `${warning} ${organizationId}`)
  // A page of ours began it, and the last one here was the same person: nobody needs to be asked.
  const isAgain =
    begun.isOwn &&
    previous?.organizationId === organizationId &&
    (await sessions.find(previous))?.personId === person.id
  if (isAgain) return await enter(visit, kept, previous)
  reply.header('set-cookie', signInCookie(kept, secrets, Date.now()))
  const { organizationName, personName } = person
  return askPerson(reply, app.basePath, { ...kept, issuer, organizationName, personName })
}

/** Goes on with a sign-in whose person was asked; without its id they do not want it. */
async function answer(visit: Visit, finished: OpenSignIn | undefined): Promise<FastifyReply> {
  const { app, request, reply } = visit
  const { id } = request.query
  if (id === undefined) return reply.redirect(app.basePath + returnPath(undefined), 303)
  // Another tab may have asked meanwhile, about somebody else.
  const isAsked = finished !== undefined && 'provided' in finished && finished.id === id
  if (!isAsked) throw new SignInFailed('not_begun')
  return await enter(visit, finished)
}

/** @param previous the session to end, if not that of the request's cookie */
async function enter(
  { app, request, reply, sessions }: Visit,
  finished: FinishedSignIn,
  previous?: SessionCookie,
): Promise<FastifyReply> {
  const { id: sessionId, organizationId, provided, signedInAt, returnTo } = finished
  const caller = operatorFor(organizationId)
  await decideChange(caller, app.database, SIGN_IN_PERSON, finished)
  // Without a word of the provider, no approval takes the sign-in for a recent one.
  const proof = { account: provided, authenticatedAt: new Date(signedInAt ?? 0), sessionId }
  await sessions.begin(request, reply, caller, proof, previous)
  reply.header('set-cookie', signedOutHeader(app.basePath, 0))
  return reply.redirect(app.basePath + returnTo, 303)
}

/** The provider of the organization in the path. @throws {SignInFailed} */
async function findProvider({ app, config, request, clients }: Visit) {
  const { organizationId } = request.params
  const { database, secrets } = app
  const origin = ownOrigin(request, config.PUBLIC_URL)
  if (secrets === null || origin === null || !isId(organizationId)) {
    throw new SignInFailed('unavailable')
  }
  const from = { organizationId, address: request.ip }
  const provider = await findIdentityProvider(from, { run: database.stranger })
  if (provider === undefined) throw new SignInFailed('unavailable')
  const client = await clients.of(provider, secrets).catch((error: unknown) => {
    throw new SignInFailed('provider_unreachable', error)
  })
  const redirectUri = `${origin}${app.basePath}/sign-in/${organizationId}/callback`
  return { client, provider, redirectUri, secrets }
}
