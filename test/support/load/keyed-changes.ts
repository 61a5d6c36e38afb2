import assert from 'node:assert/strict'
import { CATALOGUE } from '../catalogue/catalogue.ts'
import type { CatalogueRequest, Row } from '../catalogue/row.ts'
import { World } from '../catalogue/world.ts'
import type { ApiClient, ApiResponse } from '../vault/api-client.ts'
import { shuffled } from '../vault/random.ts'
import { newKey } from '../vault/replays.ts'
import type { Sql } from '../vault/sql.ts'
import type { TestVault } from '../vault/vault.ts'

/** A valid change of records of its own, and the key to send it under. */
export interface KeyedChange {
  readonly operationId: string
  readonly success: number
  readonly request: CatalogueRequest
  readonly key: string
}

/** The operations that take an Idempotency-Key from any token, with a request of each. */
export function keyedOperations(): [string, Row][] {
  return Object.entries(CATALOGUE).filter(
    ([, row]) => row.request(() => 'x', '').method === 'POST' && !row.forPeople,
  )
}

/** Ids of records of its own that a request of the operation takes, by position. */
export async function idsOf(row: Row, world: World, owner: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [position, { make }] of Object.entries(row.ids)) {
    ids.set(position, await make(world, owner))
  }
  return ids
}

/** A valid request on records of its own. */
export async function requestOf(row: Row, world: World, owner: string): Promise<CatalogueRequest> {
  const ids = await idsOf(row, world, owner)
  const [first = ''] = ids.keys()
  return row.request((position) => ids.get(position) as string, first)
}

/**
 * Left out where responses are interrupted: they write in transactions of their own first, or not
 * the same each time. For imports, import-killed.test.ts does it.
 */
const UNSTEADY = new Set([
  'replayWebhookEvents',
  'createEventCheckpoint',
  'createImport',
  'makePrimary',
])

/** Changes of every kind in turn, for tests that interrupt their responses. */
export class KeyedChanges {
  readonly token: string
  readonly #sql: Sql
  readonly #world: World
  readonly #owner: string
  readonly #operations: readonly [string, Row][]
  /** Rows of each table that an operation writes when it runs once. */
  readonly #written = new Map<string, RowCounts>()
  #made = 0

  private constructor(vault: TestVault, owner: string, token: string, random: () => number) {
    this.#sql = vault.sql
    this.#world = new World(vault.sql, vault.records)
    this.#owner = owner
    this.token = token
    const operations = keyedOperations().filter(([id]) => !UNSTEADY.has(id))
    this.#operations = shuffled(operations, random)
  }

  /** Runs each operation once, to see what it writes. */
  static async open(vault: TestVault, random: () => number): Promise<KeyedChanges> {
    const organizationId = await vault.records.organization(undefined, 'test')
    const { token } = await vault.records.token(organizationId)
    const changes = new KeyedChanges(vault, organizationId, token, random)
    for (const _ of changes.#operations) {
      const change = await changes.next()
      const before = await rowCounts(changes.#sql)
      const response = await changes.send(vault.api, change)
      assert.equal(response.status, change.success, response.text)
      const after = await rowCounts(changes.#sql)
      changes.#written.set(change.operationId, difference(after, before))
    }
    return changes
  }

  async next(): Promise<KeyedChange> {
    const place = this.#made % this.#operations.length
    this.#made += 1
    const [operationId, row] = this.#operations[place] as [string, Row]
    const request = await requestOf(row, this.#world, this.#owner)
    return { operationId, success: row.success, request, key: newKey() }
  }

  send(to: ApiClient, { request, key }: KeyedChange): Promise<ApiResponse> {
    const { method, path, body } = request
    const headers = { 'Idempotency-Key': key }
    return to.request(method, path, { token: this.token, body, headers })
  }

  /** Retries while another request is in progress, or the database is away. */
  async insist(to: ApiClient, change: KeyedChange): Promise<ApiResponse> {
    const response = await this.send(to, change)
    if (response.status !== 503 && response.body.code !== 'idempotency_in_progress') return response
    assert.equal(response.headers.get('retry-after'), '1')
    return await this.insist(to, change)
  }

  /** The keys with a stored response, whose changes are committed. */
  async kept(changes: readonly KeyedChange[]): Promise<{ key: string; response: string }[]> {
    return await this.#sql<{ key: string; response: string }[]>`
      select key, answer as response from idempotency_keys
      where organization_id = ${this.#owner} and key = any(${changes.map(({ key }) => key)}::text[])`
  }

  /** Fails unless the work made each of these changes once, and nothing else. */
  async assertOnce(changes: readonly KeyedChange[], work: () => Promise<void>): Promise<void> {
    const before = await rowCounts(this.#sql)
    await work()
    const written = difference(await rowCounts(this.#sql), before)
    const wanted: RowCounts = {}
    for (const { operationId } of changes) {
      for (const [table, rows] of Object.entries(this.#written.get(operationId) ?? {})) {
        wanted[table] = (wanted[table] ?? 0) + rows
      }
    }
    assert.deepEqual(written, wanted, changes.map(({ operationId }) => operationId).join(' '))
  }
}

type RowCounts = Record<string, number>

/** All tables but seals and words to search: those come when there is time. */
async function rowCounts(sql: Sql): Promise<RowCounts> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not like 'search_%' and relname <> 'event_seals'
    order by relname`
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::integer as rows from ${name}`,
  )
  const rows = await sql.query<{ name: string; rows: number }[]>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
}

function difference(after: RowCounts, before: RowCounts): RowCounts {
  const changed = Object.entries(after).filter(([table, rows]) => rows !== before[table])
  return Object.fromEntries(changed.map(([table, rows]) => [table, rows - (before[table] ?? 0)]))
}
