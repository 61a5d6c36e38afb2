import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import PQueue from 'p-queue'
import { issueAccessToken } from '../../src/access-tokens/issue-access-token.ts'
import { operatorFor } from '../../src/caller.ts'
import { readConfig } from '../../src/config.ts'
import { openPool } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrations.ts'
import { FBO_ACCOUNTS_IMPORT } from '../../src/fbo-accounts/import-fbo-accounts.ts'
import { importFile } from '../../src/imports/import-file.ts'
import type { ImportNoun } from '../../src/imports/import-noun.ts'
import { INVENTORY_ITEMS_IMPORT } from '../../src/inventory-items/import-inventory-items.ts'
import { createOrganization } from '../../src/organizations/create-organization.store.ts'
import { OUTBOUND_SHIPMENTS_IMPORT } from '../../src/outbound-shipments/import-outbound-shipments.ts'
import { createTransfer } from '../../src/transfers/create-transfer.ts'
import { verifyVault } from '../../src/verification/verify-vault.ts'
import { type MadeUpFile, type MadeUpKind, madeUpCsv } from '../made-up-records.ts'
import {
  claimingTransfer,
  ORGANIZATION,
  SLOTS,
  SMALL_ORGANIZATION,
  type VaultSize,
} from './made-up-vault.ts'

const SMALL_COUNT = 1_000
const CLAIMS_AT_ONCE = 8
const TOKEN_SECONDS = 86_400
const STATEMENT_TIMEOUT_MS = 600_000
const NOUNS: Record<MadeUpKind, ImportNoun> = {
  'fbo-accounts': FBO_ACCOUNTS_IMPORT,
  'inventory-items': INVENTORY_ITEMS_IMPORT,
  'outbound-shipments': OUTBOUND_SHIPMENTS_IMPORT,
}
const FILLED = [
  ...['organizations', 'access_tokens', 'fbo_accounts', 'inventory_items', 'inventory_movements'],
  ...['outbound_shipments', 'transfer_batches'],
]

/** The measured vault: one database, that of all contestants. */
export interface VaultData {
  readonly databaseUrl: string
  readonly token: string
  /** Of the second, small organization. */
  readonly neighbourToken: string
  readonly size: VaultSize
  /** Imports the items of one layer more. */
  addLayer(): Promise<void>
  /** What autovacuum does within a minute of a load: tells the planner how large tables are now. */
  analyze(): Promise<void>
  /** Fails where `verify` finds that the books do not agree; else how many transfers there are. */
  verify(): Promise<number>
  close(): Promise<void>
}

/**
 * Fills a database by the service's own functions: whatever the schema derives from records (their
 * place in the log, or in a list) is there as in a vault that grew by itself.
 */
export async function fillVault(databaseUrl: string, size: VaultSize): Promise<VaultData> {
  const config = { ...readConfig(), DATABASE_STATEMENT_TIMEOUT_MS: STATEMENT_TIMEOUT_MS }
  const database = openPool(config, databaseUrl, { applicationName: 'bench' })
  const { accounts, holders, shipments } = size
  await migrate(database.sql)
  for (const id of [ORGANIZATION, SMALL_ORGANIZATION]) {
    await createOrganization(database, { id, name: id })
  }
  const import_ = (file: MadeUpFile) => importMadeUp(database, ORGANIZATION, file)
  await import_({ kind: 'fbo-accounts', count: accounts, accounts })
  await import_({ kind: 'inventory-items', count: holders * SLOTS, accounts: holders })
  await import_({ kind: 'outbound-shipments', count: shipments, accounts })
  for (const kind of ['fbo-accounts', 'inventory-items', 'outbound-shipments'] as const) {
    const few = { kind, count: SMALL_COUNT, accounts: SMALL_COUNT }
    await importMadeUp(database, SMALL_ORGANIZATION, few)
  }
  await claimForRefusals(database, size)
  const token = await tokenFor(database, ORGANIZATION)
  const neighbourToken = await tokenFor(database, SMALL_ORGANIZATION)
  // Not of empty tables: PostgreSQL would plan for them as for tables that stay small.
  await database.sql`vacuum (analyze) ${database.sql(FILLED)}`
  await database.sql`checkpoint`
  let layers = 1
  return {
    databaseUrl,
    size,
    token,
    neighbourToken,
    addLayer: async () => {
      const count = holders * (SLOTS - 1)
      const first = holders + layers * count
      await import_({ kind: 'inventory-items', count, accounts: holders, first })
      layers += 1
    },
    analyze: async () => void (await database.sql`analyze`),
    verify: () => verify(database),
    close: database.close,
  }
}

async function tokenFor(database: Database, organization: string): Promise<string> {
  const { token } = await issueAccessToken(operatorFor(organization), database, {
    permissions: [
      ...(['fbo_accounts:read', 'fbo_accounts:update', 'outbound_shipments:read'] as const),
      'transfer_batches:create',
    ],
    lifetimeSeconds: TOKEN_SECONDS,
  })
  return token
}

async function verify(database: Database): Promise<number> {
  const ids = [ORGANIZATION, SMALL_ORGANIZATION]
  const { counts, faults } = await verifyVault(database, ids, new AbortController().signal)
  if (faults.length > 0) throw new Error(`the books do not agree: ${JSON.stringify(faults)}`)
  return counts.transfers
}

/** Claims the items that refused transfers name. */
async function claimForRefusals(database: Database, size: VaultSize): Promise<void> {
  const queue = new PQueue({ concurrency: CLAIMS_AT_ONCE })
  const holders = Array.from({ length: size.refusing }, (_, holder) => holder)
  await queue.addAll(
    holders.map((holder) => async () => {
      const transfer = { ...claimingTransfer(size, holder), idempotencyKey: null }
      await createTransfer(operatorFor(ORGANIZATION), database, async () => undefined, transfer)
    }),
  )
}

async function importMadeUp(
  database: Database,
  organization: string,
  made: MadeUpFile,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-records-'))
  try {
    const path = join(folder, `${made.kind}.csv`)
    const file = createWriteStream(path)
    for (const piece of madeUpCsv(made)) if (!file.write(piece)) await once(file, 'drain')
    await finished(file.end())
    const { outcome } = await importFile(operatorFor(organization), database, {
      noun: NOUNS[made.kind],
      path,
      preview: false,
      progress: () => undefined,
      signal: new AbortController().signal,
    })
    if (outcome !== 'imported') throw new Error(`${made.kind} of the bench: ${outcome}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
