import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Session } from '../../domain/caller.ts'
import { insufficientPermission, invalidToken, unauthenticated } from '../../domain/errors.ts'
import type { Permission } from '../../domain/permissions.ts'
import type { RateLimits } from './rate-limits.ts'

/** Finds the caller that a bearer token stands for. */
export interface Authenticator {
  /** Null where the token stands for nobody (any more); a promise only where it is looked up. */
  authenticate(token: string, address: string): Session | null | Promise<Session | null>
  /** Whether a token that was let in is live, by a look that began at most a second ago. */
  isStillLive(authenticate: Session): Promise<boolean>
}

/**
 * Judges credentials, then the permission of the route, before anything else is judged: 401 and 403
 * come ahead of every other refusal, so a stranger learns nothing of which paths or records exist.
 */
export function authenticateRequests(
  app: FastifyInstance,
  authenticator: Authenticator,
  limits: RateLimits,
): void {
  const judge = (request: FastifyRequest, reply: FastifyReply, authenticate: Session | null) => {
    if (authenticate === null) {
      limits.countFailure(request)
      throw invalidToken()
    }
    const { caller } = authenticate
    const overLimit = limits.count(request, reply, authenticate)
    request.authenticate = authenticate
    request.caller = caller
    const permission = request.matched.config.permission
    if (permission !== undefined && !caller.permissions.has(permission)) {
      throw insufficientPermission(permission)
    }
    if (overLimit !== undefined) throw overLimit
  }
  app.decorateRequest('caller', null)
  app.decorateRequest('authenticate', null)
  app.decorate('confirmToken', async ({ authenticate }: FastifyRequest) => {
    if (authenticate !== null && !(await authenticator.isStillLive(authenticate)))
      throw invalidToken()
  })
  app.addHook('onRequest', (request, reply, done) => {
    // Spec choice N7: a path that does not exist is not public either.
    if (request.matched.config.public === true) return done()
    try {
      const authenticate = authenticator.authenticate(bearerToken(request), request.ip)
      if (authenticate instanceof Promise) {
        authenticate.then((found) => judge(request, reply, found)).then(() => done(), done)
        return
      }
      judge(request, reply, authenticate)
    } catch (error) {
      return done(error as Error)
    }
    done()
  })
}

/**
 * Whether a request took so long that its token must be looked up again before it is decided: with
 * a body that came late, or in a queue.
 */
export function isLate({ authenticate }: FastifyRequest): boolean {
  return authenticate !== null && performance.now() > authenticate.until
}

/** The token of a request. @throws {Refusal} `unauthenticated`, `invalid_token` */
export function bearerToken(request: FastifyRequest): string {
  // Spec choice N8: only a request without the header is told that it needs one.
  const { authorization } = request.headers
  if (authorization === undefined) {
    throw unauthenticated()
  }
  const token = /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1]
  // Spec choice N9: Node keeps the first of two, a proxy may have checked the other.
  if (token === undefined || hasTwo(request.raw.rawHeaders)) throw invalidToken()
  return token
}

/** Read off the headers as they came: Node's own view of them costs more than the rest of this. */
function hasTwo(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 13 && name.toLowerCase() === 'authorization') count += 1
  }
  return count > 1
}

declare module 'fastify' {
  interface FastifyInstance {
    /** @throws {Refusal} `invalid_token` where the request's token is not live any more */
    confirmToken(request: FastifyRequest): Promise<void>
  }
  interface FastifyRequest {
    /** Who asks; null on public routes only. */
    caller: Caller | null
    /** What its token was let in by; null on public routes only. */
    authenticate: Session | null
    /** The code of the refusal that was answered, for the log and the metrics. */
    refusalCode?: string
  }
  interface FastifyContextConfig {
    /** No credentials are asked for: health, the OpenAPI document, its pages. */
    public?: boolean
    permission?: Permission
    operationId?: string
  }
}
