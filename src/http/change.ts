import type { FastifyInstance } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Change } from '../database/changes/change.ts'
import {
  type ChangeRules,
  type FactsOf,
  type NamedFacts,
  type ResultOf,
  unbatchedChange,
} from '../database/changes/unbatched-change.ts'
import { snakeCase } from '../domain/text.ts'
import type { IfMatch } from '../domain/versions.ts'
import { type ChangeOperation, changeOperation } from './change-operation.ts'
import type { OperationRequest, Route } from './operation.ts'

/** The request of a change: the ids of its path, its body, and the versions that `If-Match` allows. */
export type Sent<Parameters extends TObject, Body extends TSchema> = Static<Parameters> & {
  readonly ifMatch: IfMatch
  readonly body: Static<Body>
}

/** A contract, and what is done: what is locked, judged, written and told. */
type DeclaredChange<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
  Input,
  Pending,
  Judgement,
> = Omit<
  ChangeOperation<Parameters, Query, Body, Response, Input, ResultOf<Judgement>>,
  'change' | 'input'
> &
  Omit<ChangeRules<NoInfer<Input>, Pending, Judgement>, 'name'> & {
    /** Makes the input of the rules of what was sent, where that is not `Sent`. @throws {Refusal} */
    readonly input?: (
      request: OperationRequest<Static<Parameters>, Static<Query>, Static<Body>>,
      app: FastifyInstance,
    ) => Input | Promise<Input>
  }

/** The change of a route: a command decides it without a request. */
export type ChangeRoute<Input, Facts, Result> = Route & {
  readonly change: Change<Input, Facts, Result>
}

/**
 * Declares an operation that changes something: its contract, what it locks, how it judges, what it
 * writes, its events and its response (`unbatchedChange`, `changeOperation`).
 */
export function change<
  Parameters extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Response extends TSchema,
  Pending extends NamedFacts,
  Judgement,
  Input = Sent<Parameters, Body>,
>(declared: DeclaredChange<Parameters, Query, Body, Response, Input, Pending, Judgement>) {
  const { isOfPowers, seesExpired, sharing, lock, lockAll, judge, write, events, ...contract } =
    declared
  const change = unbatchedChange<Input, Pending, Judgement>({
    name: snakeCase(declared.operationId),
    ...(isOfPowers && { isOfPowers }),
    ...(seesExpired && { seesExpired }),
    ...(sharing && { sharing }),
    ...(lock && { lock }),
    ...(lockAll && { lockAll }),
    ...{ judge, write, events },
  })
  const route = changeOperation({
    input: ({ parameters, ifMatch, body }) => ({ ...parameters, ifMatch, body }) as Input,
    ...contract,
    change,
  } as ChangeOperation<Parameters, Query, Body, Response, Input, ResultOf<Judgement>>)
  return Object.assign((app: FastifyInstance) => route(app), { change }) as ChangeRoute<
    Input,
    FactsOf<Pending>,
    ResultOf<Judgement>
  >
}
