import type { FastifyInstance } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Change, RequestedChange } from '../database/changes/change.ts'
import type { Caller } from '../domain/caller.ts'
import { NO_MEMBERS } from '../domain/fields.ts'
import type { Permission } from '../domain/permissions.ts'
import { snakeCase } from '../domain/text.ts'
import { etagOf, type IfMatch } from '../domain/versions.ts'
import {
  type OperationBehaviour,
  type OperationRequest,
  operation,
  type Route,
} from './operation.ts'
import type { MethodOptional, OperationContract } from './operation-contract.ts'
import { decryptResponse, requestKey, responseSecret } from './request/idempotency-key.ts'

/** The request of a change: the ids of its path, its body, and the versions that `If-Match` allows. */
export type Sent<Parameters extends TObject, Body extends TSchema> = Static<Parameters> & {
  readonly ifMatch: IfMatch
  readonly body: Static<Body>
}

/** A contract, and what is done: what is locked, judged, written, told and responded. */
type DeclaredChange<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
  Input,
  Facts,
  Result,
> = MethodOptional<OperationContract<Parameters, Query, Body, Response>> &
  Pick<
    OperationBehaviour<Parameters, Query, Body, Response>,
    'queryViolations' | 'bodyViolations'
  > &
  Omit<Change<NoInfer<Input>, Facts, Result>, 'name'> & {
    /**
     * Makes the input of the rules of what was sent, where that is not `Sent`.
     * @throws {Refusal} if no look at the database is needed
     */
    readonly input?: (
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

/** The change of a route: a command decides it without a request. */
type ChangeRoute<Input, Facts, Result> = Route & {
  readonly change: Change<Input, Facts, Result>
}

/** The body of a change whose contract names none. */
const NO_BODY = { body: NO_MEMBERS, bodyIsOptional: true } as const

/**
 * Declares an operation that changes something: its contract, what it locks, how it judges, what it
 * writes, its events and its response. Its method is POST if it names none. A change is made once
 * per `Idempotency-Key`; with `validateOnly=true` it is only checked.
 */
export function change<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
  Facts,
  Result,
  Input = Sent<Parameters, Body>,
>(
  declared: DeclaredChange<Parameters, Query, Body, Response, Input, Facts, Result>,
): ChangeRoute<Input, Facts, Result> {
  const { operationId, respond, isPersonal, committed, input = sentOf as never } = declared
  const change: Change<Input, Facts, Result> = { ...declared, name: snakeCase(operationId) }
  const noBody = declared.body === undefined && NO_BODY
  const contract = { method: 'POST', ...noBody, ...declared } as typeof declared
  const route: Route = (app) => {
    const needed = contract.orOwnPerson ? null : contract.permission
    const rules = app.byPowersOfNow(change, needed)
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
        const outcome = await decided(app, rules, {
          caller,
          requestId: rawRequest.id,
          input: made instanceof Promise ? await made : made,
          isDryRun,
          ...(key !== undefined && { key }),
          respond: (result: Result) => {
            const { body, headers = {}, status = success } = respond(result)
            return { status, headers, text: (serializers[status] as Serialize)(body) }
          },
        })
        const { status, headers, text } = outcome.response
        for (const [name, value] of Object.entries(headers)) {
          // Stored without the base path, which may be another one by the time of a retry.
          head.header(name, name === 'Location' ? app.basePath + value : value)
        }
        if (outcome.kind === 'replayed') {
          head.header('Idempotent-Replayed', 'true')
          head.status = status
          return secret === undefined ? text : decryptResponse(text, secret)
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
  return Object.assign(route, { change })
}

function sentOf({ parameters, ifMatch, body }: OperationRequest<object, unknown, unknown>) {
  return { ...parameters, ifMatch, body }
}

/** Decides it; where expired transfers block it, these are ended first. */
async function decided<Input, Facts, Result>(
  app: FastifyInstance,
  change: Change<Input, Facts, Result>,
  request: Omit<RequestedChange<Input, Result>, 'isAfterExpiry'>,
) {
  const first = await app.database.change(change, { ...request, isAfterExpiry: false })
  if (first.kind !== 'blocked_by_expired') return first
  await app.endAndReviewTransfers(request.caller)
  const outcome = await app.database.change(change, { ...request, isAfterExpiry: true })
  if (outcome.kind !== 'blocked_by_expired') return outcome
  throw new Error('expired transfers were ended and still block')
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
