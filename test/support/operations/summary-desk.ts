import assert from 'node:assert/strict'
import type { Permission } from '../../../src/domain/permissions.ts'
import { freshSummary } from '../vault/fresh-summary.ts'
import type { TestVault } from '../vault/vault.ts'

/** An organization with people of one token each, and twenty items of ten dollars each. */
export async function openSummaryDesk({ api, records, sql }: TestVault) {
  const organizationId = await records.organization()
  const [account, to] = [
    await records.fboAccount(organizationId),
    await records.fboAccount(organizationId),
  ]
  const items = await records.inventoryItems(organizationId, account, 20)
  await sql`
    update inventory_items set declared_value_cents = 1000
    where organization_id = ${organizationId}`
  const item = () => items.pop() as string

  /** The token of an owner, with every permission by default. */
  async function make(owner: string, permissions?: readonly Permission[]): Promise<string> {
    const { id, token } = await records.token(organizationId, permissions)
    await sql`update access_tokens set owner = ${owner} where id = ${id}`
    return token
  }

  /** A change that succeeds; the `data` of its response. */
  async function send(token: string, path: string, body: object = {}, method = 'POST') {
    const response = await api.request(method, `/v1${path}`, { token, body })
    assert.ok(response.status < 300, response.text)
    return response.body.data
  }

  /** A pending transfer of one item; its id. */
  async function transfer(token: string): Promise<string> {
    const entries = [{ inventoryItemId: item(), reason: 'trade' }]
    const body = { fromFboAccountId: account, toFboAccountId: to, items: entries }
    return (await send(token, '/transfers', body)).id
  }

  /** A shipment of one item that waits for its approval; its id. */
  async function shipment(token: string): Promise<string> {
    const body = { fboAccountId: account, items: [{ inventoryItemId: item() }] }
    const { id } = await send(token, '/outbound-shipments', body)
    for (const verb of ['inspect', 'submit']) await send(token, `/outbound-shipments/${id}/${verb}`)
    return id
  }

  const policy = (columns: object) =>
    sql`insert into organization_policies ${sql({ organizationId, version: 1, ...columns })}`
  const summary = async (token: string) => (await freshSummary(api, token)).body.data
  const [ada, bo] = [await make('Ada Lindqvist'), await make('Bo')]
  const acts = { item, make, send, transfer, shipment, policy, summary }
  return { organizationId, account, ada, bo, ...acts }
}

/** Ids of records that a summary lists, and whether the reader may approve each. */
export const listedIds = (listed: readonly { id: string; mayApprove: boolean }[]) =>
  listed.map(({ id, mayApprove }) => [id, mayApprove])
