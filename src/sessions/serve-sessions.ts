import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TObject } from 'typebox'
import type { TokenAuthenticator } from '../access-tokens/authenticate.ts'
import { isToken } from '../access-tokens/token-secret.ts'
import { decideChange } from '../database/decide-change.ts'
import { operatorFor } from '../domain/caller.ts'
import { invalidToken, refusalOf, sessionEnded } from '../domain/errors.ts'
import { emptyBody, refuseEncodedBody } from '../http/request/json-body.ts'
import type { RateLimits } from '../http/request/rate-limits.ts'
import { bodyViolationFinder } from '../http/request/validation.ts'
import { BEGIN_SESSION } from './begin-session.ts'
import { originRefusal } from './own-origin.rules.ts'
import type { EndedReason } from './session.store.ts'
import {
  clearCookieHeader,
  newSessionCookie,
  readSessionCookie,
  setCookieHeader,
} from './session-cookie.ts'
import { endSessionOf, tokenOfSession, tradeSession } from './trade-session.ts'

export interface SessionParts {
  readonly authenticator: TokenAuthenticator
  readonly limits: RateLimits
  /** The origin of PUBLIC_URL; null if not set. */
  readonly publicOrigin: string | null
}

const USER_AGENT_LENGTH_MAX = 400

const readSignIn = bodyReader(
  Type.Object({ token: Type.String() }, { additionalProperties: false }),
)
const readTrade = bodyReader(
  Type.Object({ active: Type.Boolean() }, { additionalProperties: false }),
)

/**
 * The routes that the console's page calls to sign in, to come by short bearers, and to sign out.
 * They are no operations: they take the browser's cookie, which operations never look at.
 */
export function serveSessions(app: FastifyInstance, parts: SessionParts): void {
  const { authenticator, limits, publicOrigin } = parts
  const { database, basePath } = app
  const options = {
    config: { public: true },
    preParsing: refuseEncodedBody,
    onRequest: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
      const { headers, host } = request
      const { origin } = headers
      const fetchSite = headers['sec-fetch-site'] as string | undefined
      done(originRefusal({ origin, fetchSite, host }, publicOrigin))
    },
  } as const
  const cookieOf = ({ headers }: FastifyRequest) => readSessionCookie(headers.cookie, basePath)
  const endCookieOf = async (request: FastifyRequest, reason: EndedReason) => {
    const cookie = cookieOf(request)
    const ended = cookie && (await endSessionOf(cookie, database, reason))
    if (ended !== undefined) authenticator.forgetSession(ended)
  }
  app.post('/session', options, async (request, reply) => {
    const { token } = readSignIn(request)
    const found = isToken(token) ? await authenticator.authenticate(token, request.ip) : null
    if (found === null) {
      limits.countFailure(request)
      throw invalidToken()
    }
    const overLimit = limits.count(request, reply, found)
    if (overLimit !== undefined) throw overLimit
    const { caller } = found
    const cookie = newSessionCookie(caller.organizationId)
    const { lifetimeMs } = await decideChange(caller, database, BEGIN_SESSION, {
      accessTokenId: caller.tokenId as string,
      secretSha256: cookie.secretSha256,
      userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH_MAX) || null,
      address: request.ip,
    })
    await endCookieOf(request, 'replaced')
    reply.header('Set-Cookie', setCookieHeader(cookie, basePath, Math.floor(lifetimeMs / 1000)))
    return reply.status(204).send()
  })
  app.post('/session/bearer', options, async (request, reply) => {
    const { active } = readTrade(request)
    const cookie = cookieOf(request)
    const token = cookie && (await tokenOfSession(cookie, database))
    if (cookie === undefined || token === undefined) {
      if (cookie !== undefined) limits.countFailure(request)
      throw sessionEnded()
    }
    const caller = operatorFor(cookie.organizationId)
    const overLimit = limits.count(request, reply, { ...token, caller, until: 0 })
    if (overLimit !== undefined) throw overLimit
    const bearer = await tradeSession(cookie, database, active)
    if (bearer === undefined) throw sessionEnded()
    return { data: bearer }
  })
  app.delete('/session', options, async (request, reply) => {
    await endCookieOf(request, 'signed_out')
    reply.header('Set-Cookie', clearCookieHeader(basePath))
    return reply.status(204).send()
  })
}

function bodyReader<Body extends TObject>(schema: Body): (request: FastifyRequest) => Static<Body> {
  const violationsOf = bodyViolationFinder(schema)
  return ({ body }) => {
    if (body === undefined) throw emptyBody()
    const violations = violationsOf(body)
    if (violations.length > 0) throw refusalOf(violations, 'request')
    return body as Static<Body>
  }
}
