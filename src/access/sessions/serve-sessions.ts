import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { operatorFor } from '../../domain/caller.ts'
import { invalidToken, refusalOf, sessionEnded } from '../../domain/errors.ts'
import { isId } from '../../domain/ids.ts'
import { STRANGERS_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { emptyBody, refuseEncodedBody } from '../../http/request/json-body.ts'
import type { RateLimits } from '../../http/request/rate-limits.ts'
import { bodyViolationFinder } from '../../http/request/validation.ts'
import type { TokenAuthenticator } from '../tokens/authenticate.ts'
import { isToken } from '../tokens/token-secret.ts'
import { findOfferedSignIn, invalidCode } from './begin-session.ts'
import type { BrowserSessions, KnownSecrets } from './browser-sessions.ts'
import { originRefusal } from './own-origin.rules.ts'
import { listOwnSessions } from './person-sessions.ts'
import { readSessionValue } from './session-cookie.ts'
import { tokenOfSession, tradeSession } from './trade-session.ts'

interface SessionParts {
  readonly authenticator: TokenAuthenticator
  readonly sessions: BrowserSessions
  readonly secrets: KnownSecrets
  readonly limits: RateLimits
  /** The origin of PUBLIC_URL; null if not set. */
  readonly publicOrigin: string | null
}

const CLOSED = { additionalProperties: false } as const
const CODE = Type.Object({ code: Type.String() }, CLOSED)
const readCode = bodyReader(CODE)
const readSignIn = bodyReader(
  Type.Union([Type.Object({ token: Type.String() }, CLOSED), CODE], {
    'x-violation-variant': 'code',
  }),
)
const readTrade = bodyReader(Type.Object({ active: Type.Boolean() }, CLOSED))

/**
 * The routes that the console's page calls to sign in, to come by short bearers, and to sign out.
 * They are no operations: they take the browser's cookie, which operations never look at.
 */
export function serveSessions(app: FastifyInstance, parts: SessionParts): void {
  const { authenticator, sessions, publicOrigin } = parts
  const options = {
    bodyLimit: STRANGERS_BODY_BYTES_MAX,
    config: { public: true },
    preParsing: refuseEncodedBody,
    onRequest: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
      done(originRefusal(request, publicOrigin))
    },
  } as const
  app.post('/session', options, async (request, reply) => {
    const body = readSignIn(request)
    if ('code' in body) await signInByCode(parts, request, reply, body.code)
    else await signInByToken(parts, request, reply, body.token)
    return reply.status(204).send()
  })
  app.post('/session/code', options, async (request) => {
    return { data: (await offeredSignIn(parts, request, readCode(request).code)).offered }
  })
  app.post('/session/bearer', options, async (request, reply) => {
    const { active } = readTrade(request)
    const { cookie } = await ownSession(parts, request, reply)
    const bearer = await tradeSession(cookie, app.database, active)
    if (bearer === undefined) throw sessionEnded()
    authenticator.know(bearer.token, cookie.organizationId)
    return { data: bearer }
  })
  app.delete('/session', options, async (request, reply) => {
    await sessions.signOut(request, reply)
    return reply.status(204).send()
  })
  serveOwnSessions(app, parts, options)
}

/** A person's view of their own sessions; a browser sends no `Origin` with a GET of its own site. */
function serveOwnSessions(
  app: FastifyInstance,
  parts: SessionParts,
  options: RouteShorthandOptions,
): void {
  // Only a trade notes that its time is over.
  const own = async (request: FastifyRequest, reply: FastifyReply) => {
    const own = await ownSession(parts, request, reply)
    if (own.token.isOver) throw sessionEnded()
    return own
  }
  app.post('/session/list', options, async (request, reply) => {
    const { cookie, token } = await own(request, reply)
    return { data: await listOwnSessions(cookie, app.database, token) }
  })
  app.delete<{ Params: { id: string } }>('/session/:id', options, async (request, reply) => {
    const { cookie, token } = await own(request, reply)
    if (isId(request.params.id)) await parts.sessions.endOther(token, cookie, request.params.id)
    return reply.status(204).send()
  })
}

/** @throws {Refusal} `session_ended`, `rate_limited` */
async function ownSession(
  { sessions, secrets, limits }: SessionParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const cookie = sessions.cookieOf(request)
  const token = cookie && (await secrets.find(request, cookie, tokenOfSession))
  if (cookie === undefined || token === undefined) throw sessionEnded()
  const caller = operatorFor(cookie.organizationId)
  const overLimit = limits.count(request, reply, { ...token, caller, until: 0 })
  if (overLimit !== undefined) throw overLimit
  return { cookie, token }
}

/** Only a token itself: a bearer would make a session that outlives its own. */
async function signInByToken(
  parts: SessionParts,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<void> {
  const { authenticator, sessions, limits } = parts
  const found = isToken(token) ? await authenticator.authenticate(token, request.ip) : null
  if (found === null) {
    limits.countFailure(request)
    throw invalidToken()
  }
  const overLimit = limits.count(request, reply, found)
  if (overLimit !== undefined) throw overLimit
  const { caller } = found
  await sessions.begin(request, reply, caller, { accessTokenId: caller.tokenId as string })
}

async function signInByCode(
  parts: SessionParts,
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<void> {
  const { code } = await offeredSignIn(parts, request, text)
  const caller = operatorFor(code.organizationId)
  await parts.sessions.begin(request, reply, caller, { codeSha256: code.secretSha256 })
}

/** @throws {Refusal} `invalid_sign_in_code`; `rate_limited` after too many failures */
async function offeredSignIn(
  { secrets, limits }: SessionParts,
  request: FastifyRequest,
  text: string,
) {
  const code = readSessionValue(text)
  if (code === undefined) limits.countFailure(request)
  const offered = code && (await secrets.find(request, code, findOfferedSignIn))
  if (code === undefined || offered === undefined) throw invalidCode()
  return { code, offered }
}

/** @throws {Refusal} `malformed_json`, or for every violation */
function bodyReader<Body extends TSchema>(schema: Body): (request: FastifyRequest) => Static<Body> {
  const violationsOf = bodyViolationFinder(schema)
  return ({ body }) => {
    if (body === undefined) throw emptyBody()
    const violations = violationsOf(body)
    if (violations.length > 0) throw refusalOf(violations, 'request')
    return body as Static<Body>
  }
}
