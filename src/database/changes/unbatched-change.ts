import type { Caller } from '../../domain/caller.ts'
import type { NewEvent } from '../../domain/events.ts'
import type { Accepted, Change, ChangeRequest, DecisionTime, Sharing } from './change.ts'
import type { OrganizationTransaction } from './organization-transaction.ts'

/** Named members: a list or map would lose what it holds. */
export type NamedFacts = object & { readonly [Symbol.iterator]?: never }
export type FactsOf<Pending> = { readonly [Name in keyof Pending]: Awaited<Pending[Name]> }
export type ResultOf<Judgement> = Exclude<Judgement, Error | symbol>

/** The rules of a change, with the facts by their names. */
export interface ChangeRules<Input, Pending, Judgement> {
  readonly name: string
  readonly isOfPowers?: true
  readonly seesExpired?: true
  /**
   * The facts of a request by their names. Their statements are sent in this order, and waited for
   * together. A fact that is made before `lock` waits for another one must not be left without a
   * handler.
   */
  readonly lock?: (
    tx: OrganizationTransaction,
    input: Input,
    caller: Caller,
  ) => Pending | Promise<Pending>
  /** Takes the place of `lock` where requests share a transaction: the facts of all of them. */
  readonly lockAll?: (
    tx: OrganizationTransaction,
    inputs: readonly Input[],
    callers: readonly Caller[],
  ) => Pending | Promise<Pending>
  readonly sharing?: Sharing<Input>
  readonly judge: (
    request: ChangeRequest<Input>,
    facts: FactsOf<Pending>,
    moment: DecisionTime,
  ) => Judgement
  readonly write: (tx: OrganizationTransaction, one: Accepted<Input, ResultOf<Judgement>>) => void
  readonly events: (one: Accepted<Input, ResultOf<Judgement>>) => NewEvent | readonly NewEvent[]
}

/** Makes a change of its rules. */
export function unbatchedChange<Input, Pending extends NamedFacts, Judgement>({
  lock,
  lockAll,
  judge,
  ...named
}: ChangeRules<Input, Pending, Judgement>): Change<Input, FactsOf<Pending>, ResultOf<Judgement>> {
  return {
    ...named,
    lock: async (tx, inputs, callers) => {
      const [input, caller] = [inputs[0] as Input, callers[0] as Caller]
      const pending = await (lockAll?.(tx, inputs, callers) ?? lock?.(tx, input, caller))
      const names = Object.keys(pending as Pending)
      const facts = await Promise.all(Object.values(pending as Pending))
      return Object.fromEntries(names.map((each, place) => [each, facts[place]])) as never
    },
    judge: (request, facts, moment) => judge(request, facts, moment) as ResultOf<Judgement> | Error,
  }
}
