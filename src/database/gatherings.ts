import type { DatabaseOptions } from './database.ts'
import { isPoison } from './failures.ts'
import type { GatheredStatement } from './gathered-statement.ts'
import { Gathering, type GatheringRoute } from './gathering.ts'

/** Rows of work that one gathered statement takes on, besides the last question's own. */
const GATHERING_WEIGHT_MAX = 1_000

/** The gatherings of a database, one for each kind of question that was asked. */
export function gatheringsOf(
  options: DatabaseOptions,
  ways: Pick<GatheringRoute, 'run' | 'runPatiently'>,
) {
  const { sizeMax, inFlightMax, acrossOrganizations } = options.gathering
  const limits = {
    sizeMax,
    weightMax: GATHERING_WEIGHT_MAX,
    linesMax: acrossOrganizations ? sizeMax : 1,
    // Where requests, or organizations, do not share a statement, there must be more of them.
    inFlightMax: isShared(options) ? inFlightMax : options.poolSize,
    inFlightOfLineMax: sizeMax > 1 ? inFlightMax : options.poolSize,
    waitingMax: options.queueMax,
    waitTimeoutMs: options.queueTimeoutMs,
  }
  const route = {
    ...ways,
    isPoison,
    gathered: (name: string, size: number) => options.observer?.gathered(name, size),
  }
  const made = new Map<unknown, Gathering<never, unknown>>()
  return {
    get waiting(): number {
      return [...made.values()].reduce((sum, { waiting }) => sum + waiting, 0)
    },
    of<Question, Answer>(statement: GatheredStatement<Question, Answer>) {
      const gathering = made.get(statement) ?? new Gathering(statement, limits, route)
      made.set(statement, gathering as Gathering<never, unknown>)
      return gathering as Gathering<Question, Answer>
    },
  }
}

/** Whether requests of any organization share a statement. */
export function isShared({ gathering }: DatabaseOptions): boolean {
  return gathering.sizeMax > 1 && gathering.acrossOrganizations
}
