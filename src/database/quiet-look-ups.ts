type Ask = <Row extends object>(text: string) => Promise<Row[]>

/** On an idle server a look-up is made so often all the same. */
const IDLE_EVERY_MS = 60_000

/**
 * The position grows with each change, which is visible before the lock of its transaction is given
 * back. A standby writes no log.
 */
const LOG_POSITION = `
  select case when not pg_is_in_recovery() then pg_current_wal_insert_lsn()::text end as position,
    not exists (select from pg_locks where locktype = 'transactionid' and granted) as is_quiet`

interface Log {
  readonly position: string | null
  /** Whether no change is under way. */
  readonly isQuiet: boolean
}

/** A look-up that found nothing. */
interface Nothing {
  /** The position of the log before it. */
  readonly position: string | null
  readonly at: number
}

/**
 * Leaves out look-ups that found nothing until the server has changed anything. So an idle server
 * costs next to nothing, however much there is to look through.
 */
export function quietLookUps(ask: Ask) {
  /** By the text: parameters are times, which a look-up soon after does not need to be exact. */
  const nothing = new Map<string, Nothing>()
  let last: string | null = null
  /** Look-ups of one turn share it. */
  let reading: Promise<Nothing | undefined> | undefined

  /** Undefined unless all changes are visible: what is written, but under way, was seen before. */
  const read = async (): Promise<Nothing | undefined> => {
    const [log] = await ask<Log>(LOG_POSITION)
    const { position, isQuiet } = log as Log
    const isWhole = isQuiet && position !== null && position === last
    last = position
    return isWhole ? { position, at: performance.now() } : undefined
  }
  return {
    async find<Row>(text: string, look: () => Promise<Row[]>, idleEveryMs = IDLE_EVERY_MS) {
      reading ??= read().finally(() => {
        reading = undefined
      })
      const now = await reading
      const before = nothing.get(text)
      const isSame = before !== undefined && before.position === last
      if (isSame && performance.now() - before.at < idleEveryMs) return []
      const rows = await look()
      if (rows.length > 0 || now === undefined) nothing.delete(text)
      else nothing.set(text, now)
      return rows
    },
    forget: () => nothing.clear(),
  }
}
