import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Change, ChangeResponse, RequestKey } from '../database/changes/change.ts'
import type { Caller } from '../domain/caller.ts'
import { NO_MEMBERS } from '../domain/fields.ts'
import type { Permission } from '../domain/permissions.ts'
import { etagOf } from '../domain/versions.ts'
import {
  type OperationBehaviour,
  type OperationRequest,
  operation,
  type Route,
} from './operation.ts'
import type { MethodOptional, OperationContract } from './operation-contract.ts'
import { bearerToken } from './request/authentication.ts'
import { requestSha256, requestText } from './request/idempotency-key.ts'
import { decryptResponse, encryptResponse } from './response/encrypted-response.ts'

/** The contract and the implementation of an operation that changes something. */
export type ChangeOperation<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
  Input,
  Result,
> = MethodOptional<OperationContract<Parameters, Query, Body, Response>> &
  Pick<
    OperationBehaviour<Parameters, Query, Body, Response>,
    'queryViolations' | 'bodyViolations'
  > & {
    // biome-ignore lint/suspicious/noExplicitAny: only the change knows what it locks.
    readonly change: Change<Input, any, Result>
    /** Makes the input of the change. @throws {Refusal} if no look at the database is needed */
    readonly input: (
      request: OperationRequest<Static<Parameters>, Static<Query>, Static<Body>>,
      app: FastifyInstance,
    ) => Input | Promise<Input>
    readonly respond: (result: Result) => (
      | { readonly body: Static<Response>; readonly status?: never }
      // The contract's `accepted`.
      | { readonly body: object; readonly status: 202 }
    ) & { readonly headers?: Readonly<Record<string, string>> }
    /**
     * Whether the response to this body holds personal data: a stored copy is encrypted with the
     * text of the request.
     */
    readonly isPersonal?: (body: Static<Body>) => boolean
    /** Called after the change is committed, before the response is sent. */
    readonly committed?: (
      caller: Caller,
      result: Result,
      app: FastifyInstance,
    ) => Promise<void> | void
  }

/** The body of a change whose contract names none. */
const NO_BODY = { body: NO_MEMBERS, bodyIsOptional: true } as const

/**
 * Declares an operation that changes something; its method is POST if it names none. A change is
 * made once per `Idempotency-Key`; with `validateOnly=true` it is only checked.
 */
export function changeOperation<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
  Input,
  Result,
>(declared: ChangeOperation<Parameters, Query, Body, Response, Input, Result>): Route {
  const { change: declaredChange, input, respond, isPersonal, committed, ...own } = declared
  const contract = { method: 'POST', ...(own.body === undefined && NO_BODY), ...own } as typeof own
  return (app) => {
    const needed = contract.orOwnPerson ? null : contract.permission
    const change = app.byPowersOfNow(declaredChange, needed)
    operation({
      ...contract,
      handle: async (request, head, rawRequest) => {
        const { caller, isDryRun, idempotencyKey } = request
        const secret =
          idempotencyKey === null
            ? undefined
            : responseSecret(contract, rawRequest, isPersonal?.(request.body) === true)
        const key = requestKey(contract, request, secret)
        const { status: success } = contract.success
        const serializers: Readonly<Record<number, Serialize>> = {
          [success]: head.serializer(),
          ...(contract.accepted !== undefined && { 202: head.serializer(202) }),
        }
        const made = input(request, app)
        const requested = {
          caller,
          requestId: rawRequest.id,
          input: made instanceof Promise ? await made : made,
          isDryRun,
          ...(key !== undefined && { key }),
          respond: (result: Result): ChangeResponse => {
            const { body, headers = {}, status = success } = respond(result)
            return { status, headers, text: (serializers[status] as Serialize)(body) }
          },
        }
        const decide = (isAfterExpiry: boolean) =>
          app.database.change(change, { ...requested, isAfterExpiry })
        let outcome = await decide(false)
        if (outcome.kind === 'blocked_by_expired') {
          await app.endAndReviewTransfers(caller)
          outcome = await decide(true)
        }
        if (outcome.kind === 'blocked_by_expired')
          throw new Error('expired transfers were ended and still block')
        const { status, headers, text } = outcome.response
        for (const [name, value] of Object.entries(headers)) {
          // Stored without the base path, which may be another one by the time of a retry.
          head.header(name, name === 'Location' ? app.basePath + value : value)
        }
        if (outcome.kind === 'replayed') {
          head.header('Idempotent-Replayed', 'true')
          head.status = status
          return replayedText(text, secret)
        }
        if (isDryRun) {
          head.header('Validate-Only', 'true')
          head.status = status === 202 ? 202 : 200
        } else {
          head.status = status
          await committed?.(caller, outcome.result, app)
        }
        return text
      },
    })(app)
  }
}

type Serialize = (body: unknown) => string

/** The reply of a change: a record as it is published, and the version of its row. */
export function recordReply<View>(data: View, { version }: { readonly version: number }) {
  return { body: { data }, headers: { ETag: etagOf(version) } }
}

/** The same for a new record. @param list the path of the list that it is in */
export function newRecordReply<View>(
  list: string,
  data: View,
  row: { readonly id: string; readonly version: number },
) {
  const { body, headers } = recordReply(data, row)
  return { body, headers: { Location: `${list}/${row.id}`, ...headers } }
}

function requestKey<Parameters, Query, Body>(
  {
    operationId,
    returnsSecret,
    isOfCaller,
  }: Pick<OperationContract, 'operationId' | 'returnsSecret' | 'isOfCaller'>,
  request: OperationRequest<Parameters, Query, Body>,
  secret: string | undefined,
): RequestKey | undefined {
  const { idempotencyKey: key, caller, parameters: params, body } = request
  if (key === null) return undefined
  // Only the token that received a secret may receive it again, no other of its organization; of a
  // session, only the bearer, which is the secret that encrypts the response.
  const holder = caller.sessionId === undefined ? caller.tokenId : (secret ?? null)
  const actor = isOfCaller === true ? (caller.personId ?? caller.tokenId) : null
  return {
    operation: operationId,
    key,
    requestSha256: requestSha256({ params, body }, returnsSecret === true ? holder : actor),
    ...(secret !== undefined && { encrypt: (text) => encryptResponse(text, secret) }),
  }
}

/** Key of an encrypted response: a retry carries it, the database never has it. */
function responseSecret(
  { returnsSecret }: Pick<OperationContract, 'returnsSecret'>,
  rawRequest: FastifyRequest,
  isPersonal: boolean,
): string | undefined {
  if (returnsSecret === true) return bearerToken(rawRequest)
  return isPersonal ? requestText(rawRequest, null) : undefined
}

function replayedText(text: string, secret: string | undefined): string {
  return secret === undefined ? text : decryptResponse(text, secret)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** A change of powers, judged by those that its callers have behind its locks; others as is. */
    byPowersOfNow: <Input, Facts, Result>(
      change: Change<Input, Facts, Result>,
      permission: Permission | null,
      // biome-ignore lint/suspicious/noExplicitAny: only the change knows what it locks.
    ) => Change<Input, any, Result>
  }
}
