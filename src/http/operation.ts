import type { FastifyContextConfig, FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Database } from '../database/database.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { refusalOf, type Violation } from '../domain/errors.ts'
import { isId } from '../domain/ids.ts'
import { type Included, type NamesIn, namesIn, recordTypeOf } from '../domain/included-names.ts'
import type { IfMatch } from '../domain/versions.ts'
import {
  hasBody,
  type MethodOptional,
  type OperationContract,
  queryParametersOf,
  showsVersion,
  takesIfMatch,
  takesKey,
} from './operation-contract.ts'
import { isLate } from './request/authentication.ts'
import {
  type CsvRows,
  fileViolations,
  parametersOfFiles,
  refusalInFile,
} from './request/csv-body.ts'
import { idempotencyKeyViolations, readIdempotencyKey } from './request/idempotency-key.ts'
import { emptyBody, refuseEncodedBody } from './request/json-body.ts'
import { isNotModified, preconditionViolations, readIfMatch } from './request/preconditions.ts'
import { bodyViolationFinder, queryViolationFinder } from './request/validation.ts'
import { CACHED_BY_CLIENT, JSON_TYPE, ResponseHead } from './response/response-head.ts'

/** A request without violations: only the state of the database can still refuse it. */
export interface OperationRequest<Parameters, Query, Body> {
  readonly caller: Caller
  /** Runs the statements of this request. */
  readonly database: RequestDatabase
  readonly parameters: Parameters
  readonly query: Query
  readonly body: Body
  readonly idempotencyKey: string | null
  readonly isDryRun: boolean
  /** The versions of the record in the path that may be changed. */
  readonly ifMatch: IfMatch
}

/** Implementation of a contract. */
export interface OperationBehaviour<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
> {
  /** Rules beyond the schema of the query. Called even if the query violates its schema. */
  readonly queryViolations?: (
    request: Pick<
      OperationRequest<Static<Parameters>, Static<Query>, unknown>,
      'caller' | 'parameters' | 'query'
    >,
  ) => Violation[]
  /** Rules beyond the schema of the body. Called even if the body violates its schema. */
  readonly bodyViolations?: (body: unknown) => Violation[]
  /**
   * @returns the body of the response; a string is a body that is serialized already. Undefined if
   *   there is no such record: the contract's `notFound` is the refusal.
   */
  readonly handle: (
    request: OperationRequest<Static<Parameters>, Static<Query>, Static<Body>>,
    head: ResponseHead,
    rawRequest: FastifyRequest,
  ) => Promise<Static<Response> | string | undefined>
}

/** A contract with its implementation. */
type Operation<
  Parameters extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> = OperationContract<Parameters, Query, Body, Response> &
  OperationBehaviour<Parameters, Query, Body, Response>

/** Registers a declared operation. */
export type Route = (app: FastifyInstance) => void

/** Declares an operation; its method is GET if it names none. */
export function operation<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
>(declared: MethodOptional<Operation<Parameters, Query, Body, Response>>): Route {
  const operation = { method: 'GET', ...declared } as unknown as Operation
  return (app) => addOperation(app, operation)
}

/** Adds its route, its checks in published order, its published contract. */
function addOperation(app: FastifyInstance, operation: Operation): void {
  const { success } = operation
  const isRead = operation.method === 'GET'
  app.operations.push(operation)
  const { properties } = success.body as { readonly properties?: { readonly data?: TSchema } }
  const ownType = recordTypeOf(properties?.data)
  const refuseInvalid = violationRefuser(app, operation)
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: configOf(operation),
    schema: { response: bodiesOf(operation) } as FastifySchema,
    ...(hasBody(operation) && { preParsing: refuseEncodedBody }),
    ...(operation.bodyBytesMax !== undefined && { bodyLimit: operation.bodyBytesMax }),
    preValidation: (request, _reply, done) => {
      refuseInvalid(request)
      done()
    },
    handler: async (request, reply) => {
      const ids = Object.values(request.params as Record<string, string>)
      if (operation.notFound !== undefined && !ids.every(isId)) throw operation.notFound()
      // Its body may have come slowly: a change is for what its caller may do now.
      if (!isRead && isLate(request)) await app.confirmToken(request)
      const head = new ResponseHead(reply, success.status)
      const valid = requestOf(operation, request, app.database)
      if (operation.expiresTransfersFirst === true) await app.endAndReviewTransfers(valid.caller)
      let body: unknown
      const withNames = wantsNames(request)
      try {
        body = await operation.handle(valid, head, request)
        if (withNames && typeof body === 'object') {
          const { data } = body as { readonly data: unknown }
          const included = await app.findNames(valid.caller, namesIn(data, ownType))
          body = { ...body, included }
        }
      } catch (error) {
        throw refusalInFile(error, request.csvFile)
      } finally {
        // It may have waited in a queue: who lost the token or the permission learns nothing.
        if (isRead && isLate(request)) await app.confirmToken(request)
      }
      if (body === undefined) throw operation.notFound?.() ?? new Error('no response was made')
      if (isRead && head.headers.ETag !== undefined) {
        reply.header('cache-control', CACHED_BY_CLIENT)
      }
      reply.headers(head.headers)
      // The version is that of the record, not of the names.
      if (isRead && !withNames && isNotModified(request.headers, head.headers))
        return reply.status(304).send()
      reply.status(head.status)
      if (typeof body === 'string') reply.type(JSON_TYPE)
      return body
    },
  })
}

/** Whether the request asks for the names of the records that the response mentions. */
export function wantsNames({ query }: Pick<FastifyRequest, 'query'>): boolean {
  return (query as { readonly include?: string }).include === 'names'
}

/** The facts about the operation that hooks and parsers of bodies need. */
function configOf(contract: OperationContract): FastifyContextConfig {
  const { operationId, permission, bodyIsOptional = false, body, csv, csvRows: rows } = contract
  const { orOwnPerson, testOnly = false } = contract
  return {
    operationId,
    testOnly,
    bodyIsOptional,
    takesCsv: csv !== undefined,
    ...(body !== undefined && rows !== undefined && { readsCsv: { body, rows } }),
    ...(permission !== null && { permission }),
    ...(orOwnPerson !== undefined && { orOwnPerson }),
  }
}

/** The schemas of the bodies of successes, by status. */
function bodiesOf({ success, accepted }: Pick<OperationContract, 'success' | 'accepted'>): object {
  return { [success.status]: success.body, ...(accepted !== undefined && { 202: accepted.body }) }
}

/** Refuses a request with every violation that can be found without the database. */
function violationRefuser(app: FastifyInstance, operation: Operation) {
  const honoured = { ifMatch: takesIfMatch(operation), ifNoneMatch: showsVersion(operation) }
  const checksKey = takesKey(operation)
  // Spec choice N17: a misspelt parameter is refused, even where the operation has none.
  const queryViolations = queryViolationFinder(
    Type.Object(queryParametersOf(operation), { additionalProperties: false }),
  )
  const bodyViolations =
    operation.body === undefined ? () => [] : bodyViolationFinder(operation.body)
  app.warmUps.push(() => [queryViolations({}), bodyViolations({})])
  return (request: FastifyRequest): void => {
    if (operation.body !== undefined && request.body === undefined) {
      if (operation.bodyIsOptional !== true) throw emptyBody()
      request.body = {}
    }
    const { csvFile } = request
    const ofBody = [
      ...bodyViolations(request.body),
      ...(operation.bodyViolations?.(request.body) ?? []),
    ]
    const violations = [
      ...queryViolations(request.query),
      ...(operation.queryViolations?.({
        caller: request.caller as Caller,
        parameters: request.params as Record<string, unknown>,
        query: request.query as Record<string, unknown>,
      }) ?? []),
      ...(csvFile ? fileViolations(csvFile, ofBody) : ofBody),
      ...(operation.csvRows !== undefined && !csvFile
        ? parametersOfFiles(operation.body as TSchema, request.query as Record<string, unknown>)
        : []),
      ...preconditionViolations(request.headers, honoured),
      ...(checksKey ? idempotencyKeyViolations(request.headers) : []),
    ]
    if (violations.length === 0) return
    const { total, violations: listed } = csvFile?.violations ?? { total: 0, violations: [] }
    throw refusalOf(violations, 'request', {}, violations.length + total - listed.length)
  }
}

function requestOf(operation: Operation, request: FastifyRequest, database: Database) {
  const hasKey = takesKey(operation)
  return {
    caller: request.caller as Caller,
    database,
    parameters: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
    body: request.body,
    idempotencyKey: hasKey ? readIdempotencyKey(request.headers) : null,
    isDryRun: hasKey && (request.query as { validateOnly?: string }).validateOnly === 'true',
    ifMatch: takesIfMatch(operation) ? readIfMatch(request.headers) : undefined,
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    database: Database
    /** Ends the transfers of the caller's organization that have expired or await the policy. */
    endAndReviewTransfers: (caller: Caller) => Promise<void>
    /** The names of records that the caller may read, by id. */
    findNames: (caller: Caller, names: NamesIn) => Promise<Included>
    /** Every contract registered so far, in the order of the OpenAPI document. */
    operations: OperationContract[]
  }
  interface FastifyContextConfig {
    bodyIsOptional?: boolean
    takesCsv?: boolean
    readsCsv?: { readonly rows: CsvRows; readonly body: TSchema }
  }
}
