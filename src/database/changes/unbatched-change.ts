import type { Caller } from '../../domain/caller.ts'
import type { NewEvent } from '../../domain/events.ts'
import type { Accepted, Change, ChangeRequest, DecisionTime } from './change.ts'
import type { OrganizationTransaction } from './organization-transaction.ts'

/** Named members: a list or map would lose what it holds. */
export type NamedFacts = object & { readonly [Symbol.iterator]?: never }
export type FactsOf<Pending> = { readonly [Name in keyof Pending]: Awaited<Pending[Name]> }
export type ResultOf<Judgement> = Exclude<Judgement, Error | symbol>

interface UnbatchedChange<Input, Pending, Judgement> {
  readonly name: string
  readonly isOfPowers?: true
  readonly seesExpired?: true
  /**
   * The facts by their names. Their statements are sent in this order, and waited for together. A
   * fact that is made before `lock` waits for another one must not be left without a handler.
   */
  readonly lock: (
    tx: OrganizationTransaction,
    input: Input,
    caller: Caller,
  ) => Pending | Promise<Pending>
  readonly judge: (
    request: ChangeRequest<Input>,
    facts: FactsOf<Pending>,
    moment: DecisionTime,
  ) => Judgement
  readonly write: (
    tx: OrganizationTransaction,
    accepted: Accepted<Input, ResultOf<Judgement>>,
  ) => void
  readonly events: (
    accepted: Accepted<Input, ResultOf<Judgement>>,
  ) => NewEvent | readonly NewEvent[]
}

/** A change (`Change`) whose requests each have a transaction of their own. */
export function unbatchedChange<Input, Pending extends NamedFacts, Judgement>({
  lock,
  judge,
  write,
  events,
  ...named
}: UnbatchedChange<Input, Pending, Judgement>): Change<
  Input,
  FactsOf<Pending>,
  ResultOf<Judgement>
> {
  return {
    ...named,
    lock: async (tx, [input], _mode, [caller]) => {
      const pending = await lock(tx, input as Input, caller as Caller)
      const facts = await Promise.all(Object.values(pending))
      const names = Object.keys(pending)
      return Object.fromEntries(names.map((each, place) => [each, facts[place]])) as never
    },
    judge: (request, facts, moment) => judge(request, facts, moment) as ResultOf<Judgement> | Error,
    write: (tx, accepted) => {
      for (const one of accepted) write(tx, one)
    },
    events: (accepted) => accepted.flatMap(events),
  }
}
