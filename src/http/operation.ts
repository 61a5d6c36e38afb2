import type { FastifyInstance, FastifyRequest, FastifySchema, preParsingHookHandler } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import Type from 'typebox'
import type { Database } from '../database/database.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { type Refusal, refusalOf, type Violation } from '../domain/errors.ts'
import { isId } from '../domain/ids.ts'
import type { IfMatch } from '../domain/versions.ts'
import { type OperationContract, takesIfMatch, takesKey } from './operation-contract.ts'
import { isLate } from './request/authentication.ts'
import { CHANGE_PARAMETERS } from './request/change-parameters.ts'
import { idempotencyKeyViolations, readIdempotencyKey } from './request/idempotency-key.ts'
import { emptyBody, refuseEncodedBody } from './request/json-body.ts'
import { ifMatchViolations, isKnown, readIfMatch } from './request/preconditions.ts'
import { bodyViolationFinder, queryViolationFinder } from './request/validation.ts'
import { JSON_TYPE, ResponseHead } from './response/response-head.ts'
import { KEPT_BY_CLIENT } from './response/security-headers.ts'

/** A request that holds: every rule that the request alone can tell was checked. */
export interface OperationRequest<Parameters, Query, Body> {
  readonly caller: Caller
  /** What the statements of this request run on. */
  readonly database: RequestDatabase
  readonly parameters: Parameters
  readonly query: Query
  readonly body: Body
  /** Under which it is asked for, where it is under any. */
  readonly idempotencyKey: string | null
  /** Whether nothing is to be changed. */
  readonly isDryRun: boolean
  /** The versions of the record in the path that may be changed. */
  readonly ifMatch: IfMatch
}

/** What happens behind a contract. */
export interface OperationBehaviour<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
> {
  /** Rules about the query beyond its schema; it may see one that the schema refuses as well. */
  readonly queryViolations?: (
    request: Pick<
      OperationRequest<Static<Parameters>, Static<Query>, unknown>,
      'caller' | 'parameters' | 'query'
    >,
  ) => Violation[]
  /** Rules about the body beyond its schema; it may see a body that the schema refuses as well. */
  readonly bodyViolations?: (body: unknown) => Violation[]
  /** What a path id that can name no record is answered with: like one that names none (N10). */
  readonly notFound?: () => Refusal
  readonly handle: (
    request: OperationRequest<Static<Parameters>, Static<Query>, Static<Body>>,
    head: ResponseHead,
    http: FastifyRequest,
  ) => Promise<Static<Response> | SerializedResponse>
}

/** A response that was written out before, by the route's own serialiser. */
export class SerializedResponse {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const refuseEncoded: preParsingHookHandler = (request, _reply, payload, done) => {
  refuseEncodedBody(request)
  done(null, payload)
}

/** Registers one operation: its route, its checks in published order, its place in the contract. */
export function addOperation<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
>(
  app: FastifyInstance,
  contract: OperationContract<Parameters, Query, Body, Response>,
  behaviour: OperationBehaviour<Parameters, Query, Body, Response>,
): void {
  const { operationId, permission, success } = contract
  const isRead = contract.method === 'GET'
  app.operations.push(contract as unknown as OperationContract)
  const refuseInvalid = violationRefuser(contract, behaviour)
  app.route({
    method: contract.method,
    url: contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      operationId,
      permission,
      bodyIsOptional: contract.bodyIsOptional ?? false,
    },
    schema: { response: { [success.status]: success.body } } as FastifySchema,
    ...(contract.body !== undefined && {
      preParsing: refuseEncoded,
    }),
    preValidation: (request, _reply, done) => {
      refuseInvalid(request)
      done()
    },
    handler: async (request, reply) => {
      const ids = Object.values(request.params as Record<string, string>)
      if (behaviour.notFound !== undefined && !ids.every(isId)) throw behaviour.notFound()
      const head = new ResponseHead(reply, success.status)
      const wanted = requestOf<Parameters, Query, Body>(contract, request, app.database)
      if (contract.processesDueFirst === true) await app.processDue(wanted.caller)
      let response: Static<Response> | SerializedResponse
      try {
        response = await behaviour.handle(wanted, head, request)
      } finally {
        // It may have waited in a queue: what was read is not told to a token revoked before.
        if (isRead && isLate(request)) await app.confirmToken(request)
      }
      if (isRead && head.headers.ETag !== undefined) {
        reply.header('cache-control', KEPT_BY_CLIENT)
      }
      reply.headers(head.headers)
      const isSame = isRead && isKnown(request.headers, head.headers)
      if (isSame) return reply.status(304).send()
      reply.status(head.status)
      if (!(response instanceof SerializedResponse)) return response
      reply.type(JSON_TYPE)
      return response.text
    },
  })
}

/** Refuses a request with every violation that it alone can tell. */
function violationRefuser<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
>(
  contract: OperationContract<Parameters, Query, Body, Response>,
  behaviour: OperationBehaviour<Parameters, Query, Body, Response>,
): (request: FastifyRequest) => void {
  const isChange = contract.method !== 'GET'
  const checksVersion = takesIfMatch(contract)
  const checksKey = takesKey(contract)
  // Spec choice N17: a misspelt parameter is refused, also where there are none.
  const own = contract.query?.properties ?? {}
  const queryViolations = queryViolationFinder(
    Type.Object({ ...own, ...(checksKey && CHANGE_PARAMETERS) }, { additionalProperties: false }),
  )
  const bodyViolations = contract.body === undefined ? () => [] : bodyViolationFinder(contract.body)
  return (request) => {
    if (contract.body !== undefined && request.body === undefined) {
      if (contract.bodyIsOptional !== true) throw emptyBody()
      request.body = {}
    }
    const violations = [
      ...queryViolations(request.query),
      ...(behaviour.queryViolations?.({
        caller: request.caller as Caller,
        parameters: request.params as Static<Parameters>,
        query: request.query as Static<Query>,
      }) ?? []),
      ...bodyViolations(request.body),
      ...(behaviour.bodyViolations?.(request.body) ?? []),
      ...(isChange ? ifMatchViolations(request.headers, checksVersion) : []),
      ...(checksKey ? idempotencyKeyViolations(request.headers) : []),
    ]
    if (violations.length > 0) throw refusalOf(violations, 'request')
  }
}

/** A request that holds, as the operation sees it. */
function requestOf<Parameters extends TObject, Query extends TObject, Body extends TSchema>(
  contract: Pick<OperationContract<Parameters, Query, Body>, 'method' | 'versioned' | 'parameters'>,
  request: FastifyRequest,
  database: RequestDatabase,
): OperationRequest<Static<Parameters>, Static<Query>, Static<Body>> {
  return {
    caller: request.caller as Caller,
    database,
    parameters: request.params as Static<Parameters>,
    query: request.query as Static<Query>,
    body: request.body as Static<Body>,
    idempotencyKey: takesKey(contract) ? readIdempotencyKey(request.headers) : null,
    isDryRun:
      takesKey(contract) && (request.query as { validateOnly?: string }).validateOnly === 'true',
    ifMatch: takesIfMatch(contract) ? readIfMatch(request.headers) : undefined,
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What the statements of requests run on. */
    database: Database
    /** Ends the transfers of the caller's organization that time or its policy has ended. */
    processDue: (caller: Caller) => Promise<void>
    /** Every contract registered so far, in order: the OpenAPI document is made of them. */
    operations: OperationContract[]
  }
  interface FastifyContextConfig {
    bodyIsOptional?: boolean
  }
}
