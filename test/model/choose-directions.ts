import type { Action } from './actions.ts'
import { chooseId } from './choose-record.ts'
import type { Dice } from './dice.ts'
import type { ShipmentChanges } from './directions.ts'
import type { VaultModel } from './model-state.ts'

const ADA = { name: 'Ada', line1: 'Skeppsbron 14', city: 'Stockholm', countryCode: 'SE' }
const NONE = { company: null, line2: null, region: null, postalCode: null, phone: null }
const RECIPIENTS = [
  { ...ADA, ...NONE },
  { ...ADA, ...NONE, name: 'Bo', postalCode: '111 30' },
  null,
] as const

/** Some members that direct a shipment, at most `most`. */
export function chooseDirections(dice: Dice, most: number): ShipmentChanges {
  const members = {
    recipient: dice.one([...RECIPIENTS]),
    service: dice.one(['Overnight', 'Economy', null]),
    signatureRequired: dice.chance(0.5),
    insuredValueCents: dice.one([null, '0', '9000']),
    metadata: dice.one([{}, { order: `${dice.upTo(3)}` }, { desk: 'B' }]),
  }
  const names = dice.some(Object.keys(members), 1 + dice.upTo(most - 1))
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))
}

/** A change of a shipment that mostly has not left yet. */
export function chooseShipmentUpdate(model: VaultModel, dice: Dice): Action {
  const isOpen = dice.chance(0.9)
  const id = chooseId(model, dice, 'shipment', ({ shippedAt, cancelledAt }) => {
    return (shippedAt === null && cancelledAt === null) === isOpen
  })
  const changes = dice.chance(0.03) ? {} : chooseDirections(dice, 2)
  const removes = changes.metadata !== undefined && dice.chance(0.3)
  return {
    op: 'updateShipment',
    id,
    changes: removes ? { ...changes, metadata: { order: null } } : changes,
  }
}
