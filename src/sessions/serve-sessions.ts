import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import type { TokenAuthenticator } from '../access-tokens/authenticate.ts'
import { isToken } from '../access-tokens/token-secret.ts'
import { operatorFor } from '../domain/caller.ts'
import { invalidToken, Refusal, refusalOf, sessionEnded } from '../domain/errors.ts'
import { isId } from '../domain/ids.ts'
import { STRANGERS_BODY_BYTES_MAX } from '../domain/limits.ts'
import { emptyBody, refuseEncodedBody } from '../http/request/json-body.ts'
import type { RateLimits } from '../http/request/rate-limits.ts'
import { bodyViolationFinder } from '../http/request/validation.ts'
import { invalidCode } from './begin-session.ts'
import type { BrowserSessions } from './browser-sessions.ts'
import type { KnownSecrets } from './known-secrets.ts'
import { listSessions } from './list-sessions.ts'
import { originRefusal } from './own-origin.rules.ts'
import { readSessionValue, type SessionCookie } from './session-cookie.ts'
import { offeredSignIn } from './sign-in-code.ts'
import { tokenOfSession, tradeSession } from './trade-session.ts'

export interface SessionParts {
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
  const { sessions, secrets, publicOrigin } = parts
  const { database } = app
  const options = {
    bodyLimit: STRANGERS_BODY_BYTES_MAX,
    config: { public: true },
    preParsing: refuseEncodedBody,
    onRequest: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
      const { headers, host } = request
      const { origin } = headers
      const fetchSite = headers['sec-fetch-site'] as string | undefined
      done(originRefusal({ origin, fetchSite, host }, publicOrigin))
    },
  } as const
  app.post('/session', options, async (request, reply) => {
    const body = readSignIn(request)
    if ('code' in body) await signInByCode(parts, request, reply, body.code)
    else await signInByToken(parts, request, reply, body.token)
    return reply.status(204).send()
  })
  app.post('/session/code', options, async (request) => {
    const code = readSessionValue(readCode(request).code)
    if (code === undefined) throw counted(parts, request, invalidCode())
    if (!(await secrets.has('code', request, code))) throw invalidCode()
    const offered = await offeredSignIn(code, database)
    if (offered === undefined) throw counted(parts, request, invalidCode(), code)
    return { data: offered }
  })
  app.post('/session/bearer', options, async (request, reply) => {
    const { active } = readTrade(request)
    const { cookie } = await ownSession(app, parts, request, reply)
    const bearer = await tradeSession(cookie, database, active)
    if (bearer === undefined) throw counted(parts, request, sessionEnded(), cookie)
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
  const own = async (request: FastifyRequest, reply: FastifyReply) => {
    const own = await ownSession(app, parts, request, reply)
    // A trade notes its end.
    if (own.token.isOver) throw sessionEnded()
    return own
  }
  app.post('/session/list', options, async (request, reply) => {
    const { cookie, token } = await own(request, reply)
    return { data: await listSessions(cookie, app.database, token) }
  })
  app.delete<{ Params: { id: string } }>('/session/:id', options, async (request, reply) => {
    const { cookie, token } = await own(request, reply)
    if (isId(request.params.id)) await parts.sessions.endOther(token, cookie, request.params.id)
    return reply.status(204).send()
  })
}

/** @throws {Refusal} `session_ended`, `rate_limited` */
async function ownSession(
  { database }: FastifyInstance,
  parts: SessionParts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { sessions, secrets, limits } = parts
  const cookie = sessions.cookieOf(request)
  if (cookie === undefined) throw sessionEnded()
  if (!(await secrets.has('session', request, cookie))) throw sessionEnded()
  const token = await tokenOfSession(cookie, database)
  if (token === undefined) throw counted(parts, request, sessionEnded(), cookie)
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
  if (found === null) throw counted(parts, request, invalidToken())
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
  const { sessions, secrets } = parts
  const code = readSessionValue(text)
  if (code === undefined) throw counted(parts, request, invalidCode())
  if (!(await secrets.has('code', request, code))) throw invalidCode()
  const caller = operatorFor(code.organizationId)
  try {
    await sessions.begin(request, reply, caller, { codeSha256: code.secretSha256 })
  } catch (error) {
    const isOver = error instanceof Refusal && error.code === 'invalid_sign_in_code'
    throw isOver ? counted(parts, request, error, code) : error
  }
}

/**
 * @param ended a secret that was known
 * @throws {Refusal} `rate_limited` after too many failures from the address
 */
function counted(
  { secrets, limits }: SessionParts,
  request: FastifyRequest,
  refusal: Refusal,
  ended?: SessionCookie,
): Refusal {
  if (ended !== undefined) secrets.forget(ended)
  limits.countFailure(request)
  return refusal
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
