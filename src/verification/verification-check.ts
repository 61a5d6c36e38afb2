import type { TransactionSql } from 'postgres'
import type { Caller } from '../caller.ts'

/** One thing that must hold for every record of an organization. */
export interface VerificationCheck {
  /** As the command names it; never changed, for scripts look for it. */
  readonly name: string
  /** What holds where nothing is wrong. */
  readonly explanation: string
  /** The first `FAULTS_LISTED_MAX` faults by record, each with the number of all. */
  readonly find: (caller: Caller, tx: TransactionSql) => Promise<readonly FoundFault[]>
}

export interface FoundFault {
  /** Id of the item, the transfer batch or the shipment. */
  readonly record: string
  /** What is wrong with it, in words. */
  readonly wrong: string
  readonly total: number
}
