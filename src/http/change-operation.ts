import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type {
  Change,
  ChangeOutcome,
  ChangeResponse,
  RequestKey,
} from '../database/changes/change.ts'
import type { Caller } from '../domain/caller.ts'
import {
  addOperation,
  type OperationBehaviour,
  type OperationRequest,
  SerializedResponse,
} from './operation.ts'
import type { OperationContract } from './operation-contract.ts'
import { bearerToken } from './request/authentication.ts'
import { requestSha256, requestText } from './request/idempotency-key.ts'
import { decryptResponse, encryptResponse } from './response/encrypted-response.ts'
import type { ResponseHead } from './response/response-head.ts'

/** What happens behind the contract of an operation that changes something. */
export interface ChangeBehaviour<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
  Input,
  Result,
> extends Pick<
    OperationBehaviour<Parameters, Query, Body, Response>,
    'queryViolations' | 'bodyViolations' | 'notFound'
  > {
  // biome-ignore lint/suspicious/noExplicitAny: what it locks is its own affair.
  readonly change: Change<Input, any, Result>
  /** What the change is asked for with. @throws {Refusal} what needs no look at the database */
  readonly input: (
    request: OperationRequest<Static<Parameters>, Static<Query>, Static<Body>>,
  ) => Input
  readonly respond: (result: Result) => {
    readonly body: Static<Response>
    readonly headers?: Readonly<Record<string, string>>
  }
  /** Does what follows from a change that was committed, before it is answered. */
  readonly committed?: (caller: Caller, result: Result) => Promise<void> | void
}

/**
 * Registers an operation that changes something: made once for its key, or only judged where the
 * request says `validateOnly=true`.
 */
export function addChange<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
  Input,
  Result,
>(
  app: FastifyInstance,
  contract: OperationContract<Parameters, Query, Body, Response>,
  behaviour: ChangeBehaviour<Parameters, Query, Body, Response, Input, Result>,
): void {
  const { change, input, respond, committed, ...rules } = behaviour
  addOperation(app, contract, {
    ...rules,
    handle: async (request, head, http) => {
      const { caller, isDryRun } = request
      const key = requestKey(contract, request, http)
      const serialize = head.serializer()
      const wanted = {
        caller,
        input: input(request),
        isDryRun,
        ...(key !== undefined && { key }),
        respond: (result: Result): ChangeResponse => {
          const { body, headers = {} } = respond(result)
          return { status: contract.success.status, headers, text: serialize(body) }
        },
      }
      const decide = (isDueProcessed: boolean) =>
        app.database.change(change, { ...wanted, isDueProcessed })
      let outcome = await decide(false)
      if (outcome.kind === 'due') {
        await app.processDue(caller)
        outcome = await decide(true)
      }
      const { kind } = outcome
      if (kind === 'decided' && !isDryRun) await committed?.(caller, outcome.result)
      return response(contract, { outcome, request, head, http })
    },
  })
}

interface Responded<Result> {
  readonly outcome: ChangeOutcome<Result>
  readonly request: Pick<OperationRequest<unknown, unknown, unknown>, 'isDryRun'>
  readonly head: ResponseHead
  readonly http: FastifyRequest
}

function response<Result>(
  contract: Compaction,
  { outcome, request, head, http }: Responded<Result>,
): SerializedResponse {
  if (outcome.kind === 'due') throw new Error('what is due was processed, and stands in the way')
  const { status, headers, text } = outcome.response
  for (const [name, value] of Object.entries(headers)) head.header(name, value)
  if (outcome.kind === 'kept') {
    head.header('Idempotent-Replayed', 'true')
    head.status = status
    const secret = encryptedWith(contract, http)
    // What was kept before it was sealed is JSON; what is sealed never begins like that.
    const isCompacted = secret !== undefined && !text.startsWith('{')
    return new SerializedResponse(isCompacted ? decryptResponse(text, secret) : text)
  }
  if (request.isDryRun) {
    head.header('Validate-Only', 'true')
    head.status = 200
  }
  return new SerializedResponse(text)
}

function requestKey<Parameters, Query, Body>(
  contract: Pick<OperationContract, 'operationId'> & Compaction,
  request: OperationRequest<Parameters, Query, Body>,
  http: FastifyRequest,
): RequestKey | undefined {
  const { idempotencyKey: key, caller, parameters: params, body } = request
  if (key === null) return undefined
  // What holds a secret is for the token that it was made for, and no other of the organization.
  const tokenId = contract.returnsSecret === true ? caller.tokenId : null
  const secret = encryptedWith(contract, http)
  return {
    operation: contract.operationId,
    key,
    requestSha256: requestSha256({ params, body }, tokenId),
    ...(secret !== undefined && { encrypt: (text) => encryptResponse(text, secret) }),
  }
}

type Compaction = Pick<OperationContract, 'returnsSecret' | 'returnsPersonalData'>

/** What a kept response can be read with: only who sends it again has it, never the database. */
function encryptedWith(
  { returnsSecret, returnsPersonalData }: Compaction,
  http: FastifyRequest,
): string | undefined {
  if (returnsSecret === true) return bearerToken(http)
  return returnsPersonalData === true ? requestText(http, null) : undefined
}
