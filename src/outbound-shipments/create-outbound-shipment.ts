import type { Caller, SettleClaims } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { refusalOf } from '../errors.ts'
import { newId } from '../ids.ts'
import { isHeldByWhatIsOver } from '../inventory-items/item-claim.ts'
import {
  accountFaults,
  itemFaults,
  type ShipmentRequest,
} from './create-outbound-shipment.rules.ts'
import { claimForShipment } from './create-outbound-shipment.store.ts'
import type { ShipmentDetailsRow } from './outbound-shipment.ts'

/**
 * Creates the shipment and claims its items, all of them or none.
 *
 * The statement decides by itself and returns what it saw while it held the locks; the rules then
 * put a refusal into words from just that, so the answer cannot disagree with the decision. Only
 * where a transfer stood in the way that is over is that ended, and decided once more.
 * @throws {Refusal} `fbo_account_not_found`; `item_not_in_source_account`, `item_not_in_vault`
 */
export async function createOutboundShipment(
  caller: Caller,
  database: RequestDatabase,
  settle: SettleClaims,
  request: ShipmentRequest,
): Promise<ShipmentDetailsRow> {
  const claim = () => claimForShipment(caller, database, newId('ship'), request)
  let decision = await claim()
  if (decision.kind === 'refused' && isHeldByWhatIsOver(decision.facts.itemsById.values())) {
    await database.beside(() => settle(caller))
    decision = await claim()
  }
  if (decision.kind === 'created') return decision.shipment
  const accounts = accountFaults(decision.facts)
  if (accounts.length > 0) throw refusalOf(accounts, 'state')
  throw refusalOf(itemFaults(request, decision.facts), 'state')
}
