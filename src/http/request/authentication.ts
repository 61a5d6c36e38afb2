import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuthenticatedToken, Caller } from '../../domain/caller.ts'
import {
  insufficientPermission,
  invalidToken,
  testOrganizationRequired,
  unauthenticated,
} from '../../domain/errors.ts'
import type { Permission } from '../../domain/permissions.ts'
import type { RateLimits } from './rate-limits.ts'

/** Finds the caller that a bearer token stands for. */
export interface Authenticator {
  /** Null if the token is not valid. Returns a promise only if the token must be looked up. */
  authenticate(
    token: string,
    address: string,
  ): AuthenticatedToken | null | Promise<AuthenticatedToken | null>
  /** The token by a look-up that began at most a second ago; null if it is no longer live. */
  lookAgain(token: AuthenticatedToken): Promise<AuthenticatedToken | null>
}

/**
 * Checks credentials, then the permission of the route, before anything else: 401 and 403 come
 * before every other refusal, so strangers cannot learn which paths or records exist.
 */
export function authenticateRequests(
  app: FastifyInstance,
  authenticator: Authenticator,
  limits: RateLimits,
): void {
  const admit = (
    request: FastifyRequest,
    reply: FastifyReply,
    token: AuthenticatedToken | null,
  ): void => {
    if (token === null) {
      limits.countFailure(request)
      throw invalidToken()
    }
    const overLimit = limits.count(request, reply, token)
    actAs(request, token)
    if (overLimit !== undefined) throw overLimit
  }
  app.decorateRequest('caller', null)
  app.decorateRequest('token', null)
  app.decorate('confirmToken', async (request: FastifyRequest) => {
    if (request.token === null) return
    const token = await authenticator.lookAgain(request.token)
    if (token === null) throw invalidToken()
    actAs(request, token)
  })
  app.addHook('onRequest', (request, reply, done) => {
    // Spec choice N7: a path that does not exist is not public either.
    if (request.matched.config.public === true) return done()
    try {
      const token = authenticator.authenticate(bearerToken(request), request.ip)
      if (token instanceof Promise) {
        const giveBack = app.keepBody(request)
        let refusal: Error | undefined
        const looked = token.finally(() => {
          refusal = giveBack()
        })
        looked.then((found) => admit(request, reply, found)).then(() => done(refusal), done)
        return
      }
      admit(request, reply, token)
    } catch (error) {
      return done(error as Error)
    }
    done()
  })
}

/** @throws {Refusal} `insufficient_permission`, `test_organization_required` */
function actAs(request: FastifyRequest, token: AuthenticatedToken): void {
  request.token = token
  request.caller = token.caller
  const { permission, orOwnPerson, testOnly } = request.matched.config
  if (permission === undefined || token.caller.permissions.has(permission)) {
    if (testOnly === true && token.caller.isTest !== true) throw testOrganizationRequired()
    return
  }
  const { id } = request.params as { readonly id?: string }
  const { personId } = request.query as { readonly personId?: unknown }
  const named = orOwnPerson === 'path id' ? id : personId
  if (orOwnPerson !== undefined && named !== undefined && named === token.caller.personId) return
  throw insufficientPermission(permission)
}

/** Whether the request took so long that its token must be looked up again. */
export function isLate({ token }: FastifyRequest): boolean {
  return token !== null && performance.now() > token.until
}

/** @throws {Refusal} `unauthenticated`, `invalid_token` */
export function bearerToken(request: FastifyRequest): string {
  const { authorization } = request.headers
  // Spec choice N8: any header, even a malformed one, is `invalid_token`.
  if (authorization === undefined) throw unauthenticated()
  const token = /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1]
  // Spec choice N9: Node keeps the first of two headers; a proxy may have checked the second.
  if (token === undefined || isRepeated(request.raw.rawHeaders, 'authorization'))
    throw invalidToken()
  return token
}

/** Reads the raw headers: `headersDistinct` of Node takes longer than all other checks here. */
export function isRepeated(rawHeaders: readonly string[], header: string): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === header.length && name.toLowerCase() === header) count += 1
  }
  return count > 1
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Looks the request's token up again: its caller has the permissions of now.
     * @throws {Refusal} `invalid_token`, `insufficient_permission`
     */
    confirmToken(request: FastifyRequest): Promise<void>
    /** Keeps what comes of the body until it is called back, with a refusal if there is no room. */
    keepBody(request: FastifyRequest): () => Error | undefined
  }
  interface FastifyRequest {
    /** Null on public routes only. */
    caller: Caller | null
    /** Null on public routes only. */
    token: AuthenticatedToken | null
    /** The code of the refusal that was sent, for the log and the metrics. */
    refusalCode?: string
  }
  interface FastifyContextConfig {
    /** Needs no credentials: health, the OpenAPI document, its pages. */
    public?: boolean
    permission?: Permission
    /** The person whose id has this place needs none. */
    orOwnPerson?: 'path id' | 'query personId'
    /** Live organizations do not have it. */
    testOnly?: boolean
    operationId?: string
  }
}
