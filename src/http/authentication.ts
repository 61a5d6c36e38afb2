import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, LetIn } from '../caller.ts'
import { insufficientPermission, invalidToken, unauthenticated } from '../errors.ts'
import { isId } from '../ids.ts'
import type { Permission } from '../permissions.ts'
import type { RecordKind, RecordWanted } from '../record-kind.ts'
import type { RateLimits } from './rate-limits.ts'

/**
 * Finds the caller that a bearer token stands for, and with it the record that the request wants;
 * null where the token stands for nobody (any more).
 */
export interface Authenticator {
  letIn(
    token: string,
    asking: { readonly address: string; readonly wanted?: RecordWanted | undefined },
  ): Promise<LetIn | null>
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
  app.decorateRequest('caller', null)
  app.decorateRequest('record', undefined)
  app.addHook('onRequest', async (request, reply) => {
    // Spec choice N7: a path that does not exist is not public either.
    if (request.routeOptions.config.public === true) return
    const { caller, record } = await letInOrRefuse(request, authenticator, limits)
    await limits.count(request, reply, caller.tokenId as string)
    request.caller = caller
    request.record = record
    const permission = request.routeOptions.config.permission
    if (permission !== undefined && !caller.permissions.has(permission)) {
      throw insufficientPermission(permission)
    }
  })
}

/** @throws {Refusal} `unauthenticated`, `invalid_token`, `rate_limited` */
async function letInOrRefuse(
  request: FastifyRequest,
  authenticator: Authenticator,
  limits: RateLimits,
): Promise<LetIn> {
  const token = bearerToken(request)
  const asking = { address: request.ip, wanted: recordWanted(request) }
  const letIn = await authenticator.letIn(token, asking)
  if (letIn !== null) return letIn
  await limits.countFailure(request)
  throw invalidToken()
}

function recordWanted(request: FastifyRequest): RecordWanted | undefined {
  const kind = request.routeOptions.config.recordKind
  const { id } = request.params as { id?: string }
  return kind !== undefined && id !== undefined && isId(id) ? { kind, id } : undefined
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
  interface FastifyRequest {
    /** Who asks; null on public routes only. */
    caller: Caller | null
    /** The row that was found along with the caller, where the route reads one. */
    record: unknown
    /** The code of the refusal that was answered, for the log and the metrics. */
    refusalCode?: string
  }
  interface FastifyContextConfig {
    /** No credentials are asked for: health, the OpenAPI document, its pages. */
    public?: boolean
    permission?: Permission
    /** What the route's id names, where it reads that and nothing else. */
    recordKind?: RecordKind
    operationId?: string
  }
}
