import assert from 'node:assert/strict'
import { followLinks } from '../vault/links.ts'
import { TransferSetup } from '../vault/transfers.ts'
import type { TestVault } from '../vault/vault.ts'

const ITEMS = '/v1/inventory-items'

/** An organization whose people take in, revalue, move, ship and withdraw items. */
export async function openStatementDesk(vault: TestVault) {
  const { api } = vault
  const setup = await TransferSetup.open(vault)
  const { token } = setup.creator
  const post = async (path: string, body: object = {}, by = token) =>
    (await api.post(path, { token: by, body })).body.data
  return {
    ...setup,
    setup,
    token,
    organizationId: setup.organizationId,
    accounts: [setup.source, setup.destination],
    takeIn: async (fboAccountId: string, declaredValueCents: string): Promise<string> =>
      (await post(ITEMS, { fboAccountId, declaredValueCents, description: 'Watch' }))?.id,
    revalue: (id: string, declaredValueCents: string) =>
      post(`${ITEMS}/revalue`, {
        items: [{ inventoryItemId: id, declaredValueCents }],
        reason: 'Appraised',
      }),
    withdraw: (id: string) => post(`${ITEMS}/${id}/withdraw`, { reason: 'Sold' }),
    move: async (inventoryItemId: string, fromFboAccountId: string, toFboAccountId: string) => {
      const items = [{ inventoryItemId, reason: 'trade' }]
      const batch = await post('/v1/transfers', { fromFboAccountId, toFboAccountId, items })
      if (batch !== undefined) await setup.approve(batch.id)
      return batch?.id
    },
    ship: async (fboAccountId: string, inventoryItemIds: readonly string[]) => {
      const path = '/v1/outbound-shipments'
      const items = inventoryItemIds.map((inventoryItemId) => ({ inventoryItemId }))
      const shipment = await post(path, { fboAccountId, items })
      if (shipment === undefined) return undefined
      await post(`${path}/${shipment.id}/inspect`)
      await post(`${path}/${shipment.id}/submit`)
      await post(`${path}/${shipment.id}/approve`, {}, setup.approver.token)
      await post(`${path}/${shipment.id}/ship`, { carrier: 'Brinks', trackingNumber: 'BX 1' })
      return shipment.id
    },
  }
}

export type StatementDesk = Awaited<ReturnType<typeof openStatementDesk>>

interface Line {
  readonly kind: string
  readonly inventoryItemId: string
  readonly itemsChange: number
  readonly valueChangeCents: string
  readonly outboundShipmentId: string | null
}

interface Balance {
  readonly items: number
  readonly valueCents: string
}

const queryOf = (query: object) => new URLSearchParams(query as Record<string, string>).toString()

/** The statement of an account, and its lines from all pages. */
export async function readStatement(
  { api }: Pick<TestVault, 'api'>,
  token: string,
  account: string,
  period: { readonly from?: string; readonly to?: string } = {},
) {
  const path = `/v1/fbo-accounts/${account}/statement`
  const response = await api.get(`${path}?${queryOf(period)}`, { token })
  assert.equal(response.status, 200, response.text)
  const pages = await followLinks(api, token, `${path}/lines?${queryOf({ ...period, limit: 100 })}`)
  const lines: Line[] = pages.flatMap(({ body }) => body.data)
  return { statement: response.body.data, lines }
}

/** The sums of List Holdings for the account right before a moment. */
export async function balanceBefore(
  { api }: Pick<TestVault, 'api'>,
  token: string,
  account: string,
  moment: string,
): Promise<Balance> {
  const asOf = new Date(Date.parse(moment) - 1).toISOString()
  const path = `/v1/fbo-accounts/${account}/holdings?${queryOf({ limit: 100, asOf })}`
  const held = (await followLinks(api, token, path)).flatMap(({ body }) => body.data)
  const cents = held.reduce((sum, { declaredValueCents }) => sum + BigInt(declaredValueCents), 0n)
  return { items: held.length, valueCents: `${cents}` }
}

/** Fails unless opening and lines make the closing, and the sums are those of the lines. */
export function assertAddsUp({
  statement,
  lines,
}: Awaited<ReturnType<typeof readStatement>>): void {
  const plus = (one: Balance, changes: readonly Pick<Line, 'itemsChange' | 'valueChangeCents'>[]) =>
    changes.reduce<Balance>(
      ({ items, valueCents }, change) => ({
        items: items + change.itemsChange,
        valueCents: `${BigInt(valueCents) + BigInt(change.valueChangeCents)}`,
      }),
      one,
    )
  assert.deepEqual(plus(statement.opening, lines), statement.closing)
  assert.deepEqual(plus(statement.opening, statement.changes), statement.closing)
  for (const { kind, lines: count, itemsChange, valueChangeCents } of statement.changes) {
    const ofKind = lines.filter((line) => line.kind === kind)
    const sum = plus({ items: 0, valueCents: '0' }, ofKind)
    assert.deepEqual(
      [ofKind.length, sum],
      [count, { items: itemsChange, valueCents: valueChangeCents }],
    )
  }
  const shipments = lines.flatMap(({ outboundShipmentId }) => outboundShipmentId ?? [])
  assert.equal(new Set(shipments).size, statement.shipments)
}
