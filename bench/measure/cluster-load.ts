import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId, FILE_KINDS, recordId, syntheticCsv } from '../numbered-records.ts'
import { type Environment, outputOf } from './commands.ts'

const ACCOUNTS = 200
const SHIPMENTS = 200
const ITEMS = 8_000

export interface Organization {
  readonly token: string
  /** Items that transfers have taken so far. */
  taken: number
}

interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers: string
  readonly body?: string
}

/** Makes the request number n, of that organization. */
export type Load = (organization: Organization, n: number) => Request

export const LOADS: Readonly<Record<string, Load>> = {
  'Get FBO Account': ({ token }, n) => request(token, 'GET', `/v1/fbo-accounts/${account(n)}`),
  'List Outbound Shipments': ({ token }) =>
    request(token, 'GET', '/v1/outbound-shipments?limit=20'),
  'Update FBO Account': ({ token }, n) =>
    request(token, 'PATCH', `/v1/fbo-accounts/${account(n)}`, { lastName: `${n}` }),
  'Create Transfer, 1 item': (organization) => {
    const item = organization.taken++
    const from = (item * 7_919) % ACCOUNTS
    return request(organization.token, 'POST', '/v1/transfers', {
      fromFboAccountId: accountId(from),
      toFboAccountId: accountId((from + 1) % ACCOUNTS),
      items: [{ inventoryItemId: recordId('item', item), reason: 'trade' }],
    })
  },
}

/** The operations whose names begin as one of those in the list, such as `Get,List`. */
export function loadsNamed(beginnings: string): readonly (readonly [string, Load])[] {
  const begins = beginnings.split(',')
  return Object.entries(LOADS).filter(([name]) => begins.some((each) => name.startsWith(each)))
}

function account(n: number): string {
  return accountId((n * 7_919) % ACCOUNTS)
}

function request(token: string, method: Request['method'], path: string, body?: object): Request {
  const headers = `authorization: Bearer ${token}\r\ncontent-type: application/json\r\n`
  return { method, path, headers, ...(body && { body: JSON.stringify(body) }) }
}

export function numberedIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `org_bench_${index + 1}`)
}

/** Makes organizations with accounts, items and shipments, each with a token. */
export async function fillOrganizations(
  ids: readonly string[],
  env: Environment,
): Promise<Organization[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-'))
  const files = FILE_KINDS.map((kind) => {
    const path = join(folder, `${kind}.csv`)
    const rows = { 'fbo-accounts': ACCOUNTS, 'inventory-items': ITEMS }[kind as string] ?? SHIPMENTS
    writeFileSync(path, [...syntheticCsv(kind, ACCOUNTS, { count: rows })].join(''))
    return { kind, path }
  })
  const permissions =
    'fbo_accounts:read,fbo_accounts:update,outbound_shipments:read,transfer_batches:create'
  const organizations: Organization[] = []
  await outputOf(['migrate'], env)
  for (const id of ids) {
    await outputOf(['organization', 'create', '--name', id, '--id', id], env)
    for (const { kind, path } of files) {
      await outputOf(['import', kind, path, '--organization', id], env)
    }
    const grant = ['--organization', id, '--permissions', permissions, '--json']
    const { token } = JSON.parse(await outputOf(['token', 'create', ...grant], env))
    organizations.push({ token, taken: 0 })
  }
  rmSync(folder, { recursive: true })
  return organizations
}
