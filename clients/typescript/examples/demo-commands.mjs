// @ts-check
/**
 * The commands that `npm run demo` prints, by the client. Paste what it prints of its tokens (the
 * text behind `#token=`):
 *
 *   VAULT_URL=http://127.0.0.1:8080 OPERATOR=vis_... INTEGRATOR=vis_... APPROVER=vis_... \
 *     AUDITOR=vis_... node demo-commands.mjs
 */
import { createClient, ProblemError } from 'vault-inventory-client'

const startedAt = new Date().toISOString()

/** @param {string} name */
function setting(name) {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: see the first lines of this file`)
  return value
}

/** @param {string} role */
const clientOf = (role) => createClient({ url: setting('VAULT_URL'), token: setting(role) })

const [operator, integrator] = [clientOf('OPERATOR'), clientOf('INTEGRATOR')]
const [approver, auditor] = [clientOf('APPROVER'), clientOf('AUDITOR')]

/** @param {string} title @param {unknown} result */
function show(title, result) {
  console.log(`${title}\n  ${JSON.stringify(result)}`)
}

// Two items of one account, and another account that gets them.
/** @type {Map<string, string[]>} */
const stock = new Map()
for await (const { id, fboAccountId } of auditor.listInventoryItems({ status: 'in_vault' })) {
  const ids = stock.get(fboAccountId) ?? []
  stock.set(fboAccountId, [...ids, id])
  if (ids.length === 1) break
}
const [fromFboAccountId = '', itemIds = []] = [...stock].find(([, ids]) => ids.length === 2) ?? []
const accounts = await auditor.listFboAccounts({ limit: 2 })
const to = accounts.data.map(({ id }) => id).find((id) => id !== fromFboAccountId) ?? ''

const transfer = {
  fromFboAccountId,
  toFboAccountId: to,
  notes: 'Demo transfer',
  items: itemIds.map((inventoryItemId) => ({
    inventoryItemId,
    reason: /** @type {const} */ ('trade'),
  })),
}
const created = await integrator.createTransfer(transfer)
show('Create Transfer', created.data)
try {
  await integrator.createTransfer(transfer)
} catch (error) {
  if (!(error instanceof ProblemError) || error.problem.code !== 'item_not_in_vault') throw error
  const holders = error.problem.errors?.map(({ activeTransferId }) => activeTransferId)
  show('A second one is refused, because the first claimed the items', holders)
}
const updated = await operator.updateFboAccount({ id: to, phone: '+1 206 555 0142' })
show('Update FBO Account', updated.data)
show('Get FBO Account', (await auditor.getFboAccount({ id: to })).data)
const shipped = await auditor.listOutboundShipments({ status: 'shipped', limit: 5 })
show('List Outbound Shipments', shipped.data)
const approved = await approver.approveTransfer({ id: created.data.id })
show('Approve Transfer', approved.data.status)
const movements = await auditor.listInventoryMovements({ id: itemIds[0] ?? '' })
show('List Inventory Movements', movements.data.at(-1)?.kind)
const holdings = await auditor.listHoldings({ id: to, limit: 5 })
show('List Holdings of the destination', holdings.data)
const pending = await auditor.listTransfers({ status: 'pending', limit: 5 })
show('List Transfers that are pending', pending.data.length)
const bar = { fboAccountId: to, description: 'Gold bar', declaredValueCents: '340000' }
show('Take In Inventory Items', (await integrator.takeInInventoryItems(bar)).data)
const feed = auditor.followEvents({ occurredFrom: startedAt, limit: 1000, wait: 0 })
for await (const { events, cursor } of feed) {
  show(
    `List Events up to ${cursor}`,
    events.map(({ type }) => type),
  )
}
