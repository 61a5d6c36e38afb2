/** One thing that must hold for every record of an organization. */
export interface VerificationCheck {
  /** As the command names it; never changed, for scripts look for it. */
  readonly name: string
  /** What holds where nothing is wrong. */
  readonly explanation: string
  /**
   * SQL of the first `FAULTS_LISTED_MAX` faults of the organization, `$1`, by record, each with the
   * number of all.
   */
  readonly faults: string
}

export interface FoundFault {
  /** Id of the item, the transfer batch or the shipment. */
  readonly record: string
  /** What is wrong with it, in words. */
  readonly wrong: string
  readonly total: number
}
