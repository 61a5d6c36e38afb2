/** One line of `vault-inventory check`. */
export interface Finding {
  /** `problem`: the service would not start, or not do all of its work. */
  readonly level: 'ok' | 'warning' | 'problem'
  readonly check:
    | 'settings'
    | 'database'
    | 'role'
    | 'schema'
    | 'keys'
    | 'names'
    | 'clock'
    | 'disk'
    | 'ports'
  /** The finding and, unless it is `ok`, the remedy. */
  readonly message: string
}

export function findingsOf(check: Finding['check']) {
  return (level: Finding['level'], message: string): Finding => ({ level, check, message })
}
