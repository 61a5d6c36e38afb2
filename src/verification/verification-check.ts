/** One thing that must hold for every record of an organization. */
export interface VerificationCheck {
  /** As the command names it; never changed, for scripts look for it. */
  readonly name: string
  /** What holds where nothing is wrong. */
  readonly explanation: string
  /**
   * SQL of the first `VIOLATIONS_LISTED_MAX` violations of the organization, `$1`, by record, each with the
   * number of all.
   */
  readonly violations: string
}

export interface FoundViolation {
  /** Id of the item, the transfer batch or the shipment. */
  readonly record: string
  /** What is wrong with it, in words. */
  readonly wrong: string
  readonly total: number
}
