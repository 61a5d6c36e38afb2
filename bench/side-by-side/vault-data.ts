import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PQueue from 'p-queue'
import { operatorFor } from '../../src/caller.ts'
import { readConfig } from '../../src/config.ts'
import { openPool } from '../../src/database/connect.ts'
import { createTransfer } from '../../src/transfers/create-transfer.ts'
import { CLI, plainEnvironment } from '../../test/support/service-process.ts'
import {
  claimingTransfer,
  ORGANIZATION,
  SLOTS,
  SMALL_ORGANIZATION,
  type VaultSize,
} from './made-up-vault.ts'

const MAKE_CSV = fileURLToPath(new URL('../make-csv.ts', import.meta.url))
const SMALL_COUNT = 1_000
const CLAIMS_AT_ONCE = 8
const PERMISSIONS = [
  ...['fbo_accounts:read', 'fbo_accounts:update', 'outbound_shipments:read'],
  'transfer_batches:create',
]

type Kind = 'fbo-accounts' | 'inventory-items' | 'outbound-shipments'

/** The measured vault: one database, that of all contestants. */
export interface VaultData {
  readonly databaseUrl: string
  readonly token: string
  readonly size: VaultSize
  /** Imports the items of one layer more. */
  addLayer(): Promise<void>
  /** What autovacuum does within a minute of a load: tells the planner how large tables are now. */
  analyze(): Promise<void>
  /** What `verify` says of all of it; fails where the books do not agree. */
  verify(): Promise<string>
}

/**
 * Fills a database by the service's own commands: whatever the schema derives from records (their
 * place in the log, or in a list) is there as in a vault that grew by itself.
 */
export async function fillVault(databaseUrl: string, size: VaultSize): Promise<VaultData> {
  for (const id of [ORGANIZATION, SMALL_ORGANIZATION]) {
    await command(databaseUrl, ['organization', 'create', '--id', id, '--name', id, '--json'])
  }
  const import_ = (...file: [Kind, ...number[]]) => importMadeUp(databaseUrl, ORGANIZATION, file)
  const small = (...file: [Kind, ...number[]]) =>
    importMadeUp(databaseUrl, SMALL_ORGANIZATION, file)
  await import_('fbo-accounts', size.accounts)
  await import_('inventory-items', size.holders * SLOTS, size.holders)
  await import_('outbound-shipments', size.shipments, size.accounts)
  await small('fbo-accounts', SMALL_COUNT)
  await small('inventory-items', SMALL_COUNT, SMALL_COUNT)
  await small('outbound-shipments', SMALL_COUNT, SMALL_COUNT)
  const issue = ['token', 'create', '--permissions', PERMISSIONS.join(), '--json']
  const issued = await command(databaseUrl, [...issue, '--organization', ORGANIZATION])
  await claimForRefusals(databaseUrl, size)
  // Not of the empty tables: PostgreSQL would take them for small ones when it plans.
  const filled = ['organizations', 'access_tokens', 'fbo_accounts', 'inventory_items']
  const grown = ['inventory_movements', 'outbound_shipments', 'transfer_batches', 'transfer_items']
  await maintain(databaseUrl, `vacuum (analyze) ${[...filled, ...grown].join()}`)
  await maintain(databaseUrl, 'checkpoint')
  let layers = 1
  return {
    databaseUrl,
    size,
    token: JSON.parse(issued).token,
    addLayer: async () => {
      const first = size.holders * (1 + layers * (SLOTS - 1))
      await import_('inventory-items', size.holders * (SLOTS - 1), size.holders, first)
      layers += 1
    },
    analyze: () => maintain(databaseUrl, 'analyze'),
    verify: () => command(databaseUrl, ['verify']),
  }
}

/** Claims the items that refused transfers name. */
async function claimForRefusals(databaseUrl: string, size: VaultSize): Promise<void> {
  const database = openPool(readConfig(), databaseUrl, { applicationName: 'bench' })
  const queue = new PQueue({ concurrency: CLAIMS_AT_ONCE })
  const holders = Array.from({ length: size.refusing }, (_, holder) => holder)
  try {
    await queue.addAll(
      holders.map((holder) => async () => {
        const transfer = claimingTransfer(size, holder)
        await createTransfer(operatorFor(ORGANIZATION), database, async () => undefined, transfer)
      }),
    )
  } finally {
    await database.close()
  }
}

async function maintain(databaseUrl: string, statement: string): Promise<void> {
  const longer = { ...readConfig(), DATABASE_STATEMENT_TIMEOUT_MS: 600_000 }
  const database = openPool(longer, databaseUrl, { applicationName: 'bench' })
  try {
    await database.sql.unsafe(statement)
  } finally {
    await database.close()
  }
}

/** Makes a file as `make-csv.ts` makes it with those arguments, and imports it. */
async function importMadeUp(
  databaseUrl: string,
  organization: string,
  [kind, ...numbers]: [Kind, ...number[]],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-records-'))
  try {
    const path = join(folder, `${kind}.csv`)
    const file = openSync(path, 'w')
    const args = [MAKE_CSV, kind, ...numbers.map(String)]
    const stdio = ['ignore', file, 'inherit'] as const
    const [code] = await once(spawn(process.execPath, args, { stdio: [...stdio] }), 'close')
    closeSync(file)
    if (code !== 0) throw new Error(`make-csv.ts ${kind} ended with ${code}`)
    await command(databaseUrl, ['import', kind, path, '--organization', organization, '--json'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a command of the service prints; fails where it does. */
async function command(databaseUrl: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...plainEnvironment(),
      DATABASE_URL: databaseUrl,
      DATABASE_STATEMENT_TIMEOUT_MS: '600000',
    },
  })
  const closed = once(child, 'close')
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ])
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}
