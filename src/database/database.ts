import type { Caller } from '../domain/caller.ts'
import type { Config } from '../runtime/config/config.ts'
import { inSpan } from '../runtime/tracing/tracing.ts'
import { singleFlight } from './batching/single-flight.ts'
import type { Change, ChangeOutcome, RequestedChange } from './changes/change.ts'
import { ChangeBatcher } from './changes/change-batcher.ts'
import { enter, type OrganizationTransaction } from './changes/organization-transaction.ts'
import { openLanes } from './lanes.ts'
import { liftRequestLimits } from './postgres/lift-request-limits.ts'
import { type ConnectionAddress, requestConnections } from './postgres/open-address.ts'
import type { OrganizationSql, Sql, TransactionSql } from './postgres/sql.ts'
import { quietLookUps } from './quiet-look-ups.ts'
import type { DatabaseOptions, RequestDatabase } from './request-database.ts'
import { databaseRefusal, writeProbe } from './unavailable.ts'

/** Maximum of the items, or other records, of one batch of changes. */
const BATCH_WEIGHT_MAX = 1_000

type Organization = Pick<Caller, 'organizationId'>
type Send = RequestDatabase['stranger']

/** Some organizations of a vault; on a single server, all of them. */
export interface VaultPart {
  /**
   * Runs a look-up over all of them, for work in the background. Rows of several organizations are
   * in no order, and a sum may come in several rows.
   * @param text static
   * @param idleEveryMs after which a look-up that found nothing is made again although nothing was
   *   changed: for work that becomes due by its time. Where it costs little it is always made
   * @throws {Refusal} `temporarily_unavailable`
   */
  lookUp<Row extends object>(
    text: string,
    parameters?: readonly unknown[],
    idleEveryMs?: number,
  ): Promise<Row[]>
}

export interface Database extends RequestDatabase {
  /** The connections themselves, for commands and migrations; requests use `run`. */
  readonly sql: Sql
  /** Statements of requests that run or wait right now. */
  readonly pending: number
  /** Those of statements that take their turn, and how many are in use. */
  readonly connections: { readonly max: number; readonly inUse: number }
  /** Does the work of requests with the same key once, as `singleFlight`. @throws {Refusal} */
  singleFlight<T>(key: string, kind: string, work: () => Promise<T>): Promise<T>
  /**
   * Runs a transaction that takes as long as it needs, such as an import: two at any time, one of
   * an organization. Where PostgreSQL undoes it for others, it runs again.
   * @throws {Refusal} `temporarily_unavailable`; else what the work throws
   */
  long<T>(
    caller: Pick<Caller, 'organizationId'>,
    work: (tx: OrganizationTransaction) => Promise<T>,
  ): Promise<T>
  /**
   * Decides a change, in one transaction with those that arrive together with it.
   * @throws {Refusal} what the change is refused with, or `temporarily_unavailable`
   */
  change<Input, Facts, Result>(
    change: Change<Input, Facts, Result>,
    request: RequestedChange<Input, Result>,
  ): Promise<ChangeOutcome<Result>>
  /** The parts that are looked through and worked on apart; the same objects each time. */
  readonly parts: readonly VaultPart[]
  /**
   * Resolves when PostgreSQL responds: whether it makes changes, as far as is known. Rejects after
   * the connect timeout.
   */
  ping(): Promise<'writable' | 'not_writable'>
  /** Closes every connection. The work must be done: a statement still running is cut off. */
  close(): Promise<void>
}

/**
 * Opens a pool with the limits of the settings; connections are made when they are first needed.
 * @throws {Error} where the address cannot be used, which `readConfig` reports first
 */
export function openDatabase(
  config: Config,
  connection: string | ConnectionAddress,
  options: DatabaseOptions,
): Database {
  const { observer, scopes } = options
  const lanes = openLanes(config, requestConnections(config, connection, options), options)
  const writing = scopeBy(scopes?.write)
  const reading = scopeBy(scopes?.read)
  const seen = { observer, probe: writeProbe(lanes.pool, config.DATABASE_CONNECT_TIMEOUT_MS) }
  const batched = (name: string, size: number) => observer?.batched(name, size)
  const { STATEMENT_BATCH_SIZE_MAX: sizeMax, STATEMENT_BATCHES_IN_FLIGHT_MAX: inFlightMax } = config
  const changes = new ChangeBatcher(
    { ...lanes.limits, sizeMax, inFlightMax, weightMax: BATCH_WEIGHT_MAX },
    {
      run: (organizationId, isShared, transaction) =>
        lanes.run(isShared ? null : organizationId, writing(organizationId, transaction)),
      batched,
    },
  )
  const shared = singleFlight(lanes.limits.waitingMax, batched)
  const mapToRefusal = <T>(response: Promise<T>, kind?: 'read' | 'search') =>
    response.catch((error: unknown) => Promise.reject(databaseRefusal(error, seen, kind)))
  /** Its time is also that of waiting for its turn. */
  const traced = <T>(name: string, send: () => Promise<T>, kind?: 'read' | 'search') =>
    mapToRefusal(inSpan(name, send), kind)
  const sendBy = (
    name: string,
    lane: typeof lanes.page,
    scope: typeof writing,
    kind: 'read' | 'search',
  ): Send => {
    return (from, statement) =>
      traced(name, () => lane(from, scope(from.organizationId, statement)), kind)
  }
  const sendAny = (name: string, lane: typeof lanes.run, scope: typeof writing, kind?: 'read') => {
    return <T>(
      caller: Organization | null,
      statement: (sql: OrganizationSql) => PromiseLike<T>,
    ) => {
      const scoped = caller === null ? statement : scope(caller.organizationId, statement)
      return traced(name, () => lane(caller?.organizationId ?? null, scoped), kind)
    }
  }
  const lookUp = <Row extends object>(text: string, values: readonly unknown[] = []) =>
    mapToRefusal(lanes.lookUp((sql) => sql.query<Row[]>(text, values)))
  return {
    sql: lanes.pool,
    get pending() {
      return lanes.size + shared.waiting + changes.waiting
    },
    connections: lanes.connections,
    run: sendAny('run', lanes.run, writing),
    page: sendBy('page', lanes.page, reading, 'read'),
    read: sendAny('read', lanes.read, reading, 'read'),
    readMany: sendBy('read', lanes.readMany, reading, 'read'),
    slow: sendBy('slow', lanes.slow, writing, 'read'),
    search: sendBy('search', lanes.search, writing, 'search'),
    stranger: sendBy('stranger', lanes.stranger, reading, 'read'),
    change: (change, request) =>
      traced(`change ${change.name}`, () => changes.decide(change, request)),
    singleFlight: (key, kind, work) =>
      sizeMax > 1 ? mapToRefusal(shared.do(key, kind, work)) : work(),
    long: (caller, work) =>
      traced('long', () => lanes.long(caller.organizationId, withoutLimits(caller, work))),
    parts: [{ lookUp: options.isWhole === true ? unlessQuiet(lookUp) : lookUp }],
    ping: () => seen.probe.ping(),
    close: lanes.close,
  }
}

/** Look-ups of work that becomes due by its time are made each time. */
function unlessQuiet(lookUp: VaultPart['lookUp']): VaultPart['lookUp'] {
  const quiet = quietLookUps(lookUp)
  return (text, values, idleEveryMs) => {
    const look = () => lookUp<never>(text, values)
    return idleEveryMs === undefined ? quiet.find(text, look) : look()
  }
}

function scopeBy(scope: NonNullable<DatabaseOptions['scopes']>['read'] | undefined) {
  return <T>(organizationId: string, statement: (sql: OrganizationSql) => T) =>
    (sql: Sql): T =>
      statement(scope === undefined ? sql : scope(sql, organizationId))
}

/** The work of a transaction of one organization without the limits of requests. */
function withoutLimits<T>(
  caller: Pick<Caller, 'organizationId'>,
  work: (tx: OrganizationTransaction) => Promise<T>,
) {
  return async (tx: TransactionSql) => {
    await liftRequestLimits(tx)
    return await work(enter(caller, tx, tx.topology))
  }
}

/** Decides a change of a command or of the service itself, without a request. @throws {Refusal} */
export async function decideChange<Input, Facts, Result>(
  caller: Caller,
  database: Pick<Database, 'change'>,
  change: Change<Input, Facts, Result>,
  input: Input,
  isDryRun = false,
): Promise<Result> {
  const outcome = await database.change(change, {
    caller,
    requestId: null,
    input,
    isDryRun,
    isAfterExpiry: true,
    respond: () => ({ status: 200, headers: {}, text: '' }),
  })
  if (outcome.kind !== 'decided') throw new Error('a change without a key was not decided')
  return outcome.result
}
