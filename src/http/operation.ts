import type { FastifyInstance, FastifyReply, FastifySchema, preParsingHookHandler } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import Type from 'typebox'
import type { Caller } from '../caller.ts'
import { type Fault, type Refusal, type RefusalCode, refusalOf } from '../errors.ts'
import { isId } from '../ids.ts'
import type { Permission } from '../permissions.ts'
import type { RecordKind } from '../record-kind.ts'
import type { IfMatch } from '../versions.ts'
import { bodyFaultFinder, queryFaultFinder } from './faults.ts'
import { emptyBody, refuseEncodedBody } from './json-body.ts'
import { ifMatchFaults, isKnown, readIfMatch } from './preconditions.ts'

/**
 * All that is published of one operation. The same schemas validate the request, serialise the
 * answer and become the OpenAPI document.
 */
export interface OperationContract<
  Parameters extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> {
  /** Also the file's stem, the exported function, the test file and the field in the log. */
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** As the specification writes it: `/v1/fbo-accounts/{id}`. */
  readonly path: string
  readonly permission: Permission
  /** For the documentation only: a malformed id is answered like an unknown one, by the handler. */
  readonly parameters?: Parameters
  readonly query?: Query
  readonly body?: Body
  /** A request without a body stands for one without members. */
  readonly bodyIsOptional?: true
  readonly success: SuccessContract<Answer>
  /** It answers a record that has versions: `handle` sets its `ETag`. */
  readonly versioned?: true
  /** The refusals of this operation beyond those that every operation has, in published order. */
  readonly refusals: readonly RefusalCode[]
}

export interface SuccessContract<Answer extends TSchema = TSchema> {
  readonly status: 200 | 201
  readonly description: string
  readonly body: Answer
  /** Headers that every success carries; one that is `Type.Optional` may be missing. */
  readonly headers?: Readonly<Record<string, TSchema>>
}

/** A request that holds: every rule that the request alone can tell was checked. */
export interface OperationRequest<Parameters, Query, Body> {
  readonly caller: Caller
  readonly parameters: Parameters
  readonly query: Query
  readonly body: Body
  /** The versions of the record in the path that may be changed. */
  readonly ifMatch: IfMatch
  /** The row that its id names, where the operation reads one along with the caller. */
  readonly record: unknown
}

/** What happens behind a contract. */
export interface OperationBehaviour<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Answer extends TSchema,
> {
  /** Rules about the query beyond its schema; it may see one that the schema refuses as well. */
  readonly queryFaults?: (
    request: Pick<
      OperationRequest<Static<Parameters>, Static<Query>, unknown>,
      'caller' | 'parameters' | 'query'
    >,
  ) => Fault[]
  /** Rules about the body beyond its schema; it may see a body that the schema refuses as well. */
  readonly bodyFaults?: (body: unknown) => Fault[]
  /** What a path id that can name no record is answered with: like one that names none (N10). */
  readonly notFound?: () => Refusal
  /** What its `id` names, to be read by the statement that finds the caller. */
  readonly recordKind?: RecordKind
  readonly handle: (
    request: OperationRequest<Static<Parameters>, Static<Query>, Static<Body>>,
    reply: Pick<FastifyReply, 'header' | 'getSerializationFunction'>,
  ) => Promise<Static<Answer> | WrittenAnswer>
}

/** An answer that was written out before, by the route's own serialiser. */
export class WrittenAnswer {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const refuseEncoded: preParsingHookHandler = (request, _reply, payload, done) => {
  refuseEncodedBody(request)
  done(null, payload)
}

// Spec choice N17: a misspelt parameter is refused, also where there are none.
const NO_QUERY = Type.Object({}, { additionalProperties: false })

/** Registers one operation: its route, its checks in published order, its place in the contract. */
export function addOperation<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Answer extends TSchema,
>(
  app: FastifyInstance,
  contract: OperationContract<Parameters, Query, Body, Answer>,
  behaviour: OperationBehaviour<Parameters, Query, Body, Answer>,
): void {
  const { operationId, permission, success } = contract
  const checksVersion = takesIfMatch(contract)
  const queryFaults = queryFaultFinder(contract.query ?? NO_QUERY)
  const bodyFaults = contract.body === undefined ? () => [] : bodyFaultFinder(contract.body)
  app.operations.push(contract as unknown as OperationContract)
  app.route({
    method: contract.method,
    url: contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      operationId,
      permission,
      bodyIsOptional: contract.bodyIsOptional ?? false,
      ...(behaviour.recordKind && { recordKind: behaviour.recordKind }),
    },
    schema: { response: { [success.status]: success.body } } as FastifySchema,
    ...(contract.body !== undefined && {
      preParsing: refuseEncoded,
    }),
    preValidation: (request, _reply, done) => {
      if (contract.body !== undefined && request.body === undefined) {
        if (contract.bodyIsOptional !== true) throw emptyBody()
        request.body = {}
      }
      const faults = [
        ...queryFaults(request.query),
        ...(behaviour.queryFaults?.({
          caller: request.caller as Caller,
          parameters: request.params as Static<Parameters>,
          query: request.query as Static<Query>,
        }) ?? []),
        ...bodyFaults(request.body),
        ...(behaviour.bodyFaults?.(request.body) ?? []),
        ...(contract.method === 'GET' ? [] : ifMatchFaults(request.headers, checksVersion)),
      ]
      if (faults.length > 0) throw refusalOf(faults, 'request')
      done()
    },
    handler: async (request, reply) => {
      const ids = Object.values(request.params as Record<string, string>)
      if (behaviour.notFound !== undefined && !ids.every(isId)) throw behaviour.notFound()
      const answer = await behaviour.handle(
        {
          caller: request.caller as Caller,
          parameters: request.params as Static<Parameters>,
          query: request.query as Static<Query>,
          body: request.body as Static<Body>,
          ifMatch: checksVersion ? readIfMatch(request.headers) : undefined,
          record: request.record,
        },
        reply,
      )
      if (contract.method === 'GET' && isKnown(request.headers, reply))
        return reply.status(304).send()
      reply.status(success.status)
      if (!(answer instanceof WrittenAnswer)) return answer
      reply.type('application/json; charset=utf-8')
      return answer.text
    },
  })
}

/** Whether the operation changes the record in its path, and only the version that is meant. */
export function takesIfMatch(
  contract: Pick<OperationContract, 'versioned' | 'method' | 'parameters'>,
): boolean {
  return (
    contract.versioned === true && contract.method !== 'GET' && contract.parameters !== undefined
  )
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every contract registered so far, in order: the OpenAPI document is made of them. */
    operations: OperationContract[]
  }
  interface FastifyContextConfig {
    bodyIsOptional?: boolean
  }
}
