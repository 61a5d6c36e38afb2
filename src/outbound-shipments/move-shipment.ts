import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { versionRefusal } from '../versions.ts'
import { moveRefusal } from './move-shipment.rules.ts'
import { lockAndMove, type ShipmentMeant, type ShipmentMove } from './move-shipment.store.ts'
import { outboundShipmentNotFound, type ShipmentDetailsRow } from './outbound-shipment.ts'

/** Times that a move is tried: an import may hold the shipment, to add items to it. */
const TRIES = 3

/**
 * Takes a shipment one step further, back, or out, and its items with it.
 *
 * The statement decides; the rules put a refusal into words from what it saw under its locks.
 * @throws {Refusal} `outbound_shipment_not_found`; `version_conflict`; `self_approval_forbidden`,
 *   `invalid_state_transition`
 */
export async function moveShipment(
  caller: Caller,
  database: RequestDatabase,
  meant: ShipmentMeant,
  move: ShipmentMove,
): Promise<ShipmentDetailsRow> {
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const result = await lockAndMove(caller, database, meant, move)
    if (result === undefined) throw outboundShipmentNotFound()
    if (result.shipment !== null) return result.shipment
    const { facts } = result
    const refusal =
      versionRefusal('shipment', { version: facts.version, ifMatch: meant.ifMatch }) ??
      moveRefusal(move.verb, facts)
    if (refusal !== undefined) throw refusal
    // It takes the verb, but not all of its items were seen. Where an import has just added some, a
    // statement that waited for it began too early to see them; the next one does.
  }
  throw new Error(`${meant.id} lost items of its claim`)
}
