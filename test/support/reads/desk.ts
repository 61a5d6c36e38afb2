import assert from 'node:assert/strict'
import { TransferSetup } from '../vault/transfers.ts'
import type { TestVault } from '../vault/vault.ts'
import { assertShown, type Shown } from './shown.ts'

/** Rows of a table: what is true of reads, and how to make the records that show it. */
export type Reads = Readonly<Record<string, (desk: Desk) => Promise<Shown | readonly Shown[]>>>

/** A new organization with two accounts, and a token that may do everything. */
export type Desk = Awaited<ReturnType<typeof openDesk>>

type Columns = Readonly<Record<string, unknown>> & { readonly id?: string }

/** @param seen gets the path of each read that shows something */
export async function openDesk(vault: TestVault, seen = new Set<string>()) {
  const { api, sql } = vault
  const setup = await TransferSetup.open(vault)
  const { organizationId, approver, source: account, destination: other } = setup
  const { id: tokenId, token } = approver

  /** A row of the organization; its id. */
  async function insert(table: string, columns: Columns): Promise<string> {
    await sql`insert into ${sql(table)} ${sql({ organizationId, ...columns })}`
    return columns.id ?? ''
  }

  /** A request that succeeds; the `data` of its response. */
  async function send(method: string, path: string, body?: object) {
    const request = { token, ...(body !== undefined && { body }) }
    const response = await api.request(method, `/v1${path}`, request)
    assert.ok(response.status < 300, response.text)
    return response.body.data
  }

  async function shows(shown: Shown): Promise<void> {
    await assertShown(api, { token, ...shown })
    const isEmpty = 'ids' in shown || ('page' in shown && shown.page.length === 0)
    if (!isEmpty) seen.add(shown.path.split('?')[0] as string)
  }
  return {
    ...vault,
    vault,
    setup,
    organizationId,
    tokenId,
    token,
    account,
    other,
    insert,
    send,
    shows,
  }
}
