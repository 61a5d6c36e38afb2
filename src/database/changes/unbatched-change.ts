import type { NewEvent } from '../../domain/events.ts'
import {
  type Accepted,
  type Change,
  type ChangeRequest,
  type DecisionTime,
  unbatched,
} from './change.ts'
import type { OrganizationTransaction } from './organization-transaction.ts'

type FactsOf<Pending> = { readonly [Name in keyof Pending]: Awaited<Pending[Name]> }
type ResultOf<Judgement> = Exclude<Judgement, Error | symbol>

interface NamedFactsChange<Input, Pending, Judgement> {
  readonly name: string
  readonly isOfPowers?: true
  /** The facts by their names. Their statements are sent in this order, and waited for together. */
  readonly lock: (tx: OrganizationTransaction, input: Input) => Pending | Promise<Pending>
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

/**
 * The same as `unbatched` of facts that have names: the types of facts and results follow from
 * `lock` and `judge`.
 */
export function unbatchedChange<Input, Pending extends object, Judgement>(
  change: NamedFactsChange<Input, Pending, Judgement>,
): Change<Input, FactsOf<Pending>, ResultOf<Judgement>> {
  return unbatched<Input, FactsOf<Pending>, ResultOf<Judgement>>({
    ...change,
    lock: async (tx, input) => {
      const pending = await change.lock(tx, input)
      const facts = await Promise.all(Object.values(pending))
      const names = Object.keys(pending)
      return Object.fromEntries(names.map((each, place) => [each, facts[place]])) as never
    },
    judge: (...request) => change.judge(...request) as ResultOf<Judgement> | Error,
  })
}
