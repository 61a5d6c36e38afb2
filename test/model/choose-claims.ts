import type { Action, Of, ShipmentVerb } from './actions.ts'
import { chooseDirections, chooseId, chooseIdentifiers } from './choose-values.ts'
import type { Dice } from './dice.ts'
import { isHeld, type VaultModel } from './model-state.ts'
import { KINDS, shipmentVerbs } from './predict-shipments.ts'

type Chosen<Op extends Action['op']> = Omit<Of<Op>, 'op'>

export function chooseIntake(model: VaultModel, dice: Dice): Chosen<'takeIn'> {
  const alone = dice.chance(0.4)
  const account = chooseId(model, dice, 'account')
  const count = alone ? 1 : dice.chance(0.03) ? 0 : 1 + dice.upTo(3)
  const entries = Array.from({ length: count }, () => ({
    fboAccountId: dice.chance(0.9) ? account : chooseId(model, dice, 'account'),
    ...(dice.chance(0.5) ? { description: `Watch ${dice.upTo(99)}` } : {}),
    ...(dice.chance(0.8) ? { declaredValueCents: `${dice.upTo(4_000)}` } : {}),
    ...(dice.chance(0.3) ? { identifiers: chooseIdentifiers(dice) } : {}),
  }))
  return { entries, alone }
}

export function chooseRevaluation(model: VaultModel, dice: Dice): Chosen<'revalue'> {
  const values = Array.from({ length: dice.chance(0.5) ? 1 : 1 + dice.upTo(3) }, () => {
    const inventoryItemId = chooseId(model, dice, 'item', isHeld)
    const present = model.items.get(inventoryItemId)?.declaredValueCents ?? '7'
    const near = `${Math.max(0, Number(present) + dice.upTo(200) - 100)}`
    const declaredValueCents = dice.one([present, near, near, `${dice.upTo(4_000)}`])
    return { inventoryItemId, declaredValueCents }
  })
  return { values, reason: `appraised ${dice.upTo(99)}` }
}

export function chooseTransfer(model: VaultModel, dice: Dice): Chosen<'createTransfer'> {
  const { account: from, itemIds } = chooseClaim(model, dice)
  const others = [...model.accounts.keys()].filter((id) => id !== from)
  const to = dice.chance(0.03)
    ? from
    : dice.chance(0.03)
      ? chooseId(model, dice, 'account')
      : dice.one(others)
  const reason = dice.one(['request', 'trade', 'rebalance'])
  const items = itemIds.map((inventoryItemId) => ({
    inventoryItemId,
    reason: dice.chance(0.005)
      ? 'gift'
      : dice.chance(0.1)
        ? dice.one(['trade', 'request'])
        : reason,
  }))
  const notes = dice.chance(0.3) ? { notes: dice.one(['', 'Spring']) } : {}
  return { from, to, items, ...notes }
}

export function chooseShipment(model: VaultModel, dice: Dice): Chosen<'createShipment'> {
  const { account, itemIds } = chooseClaim(model, dice)
  const notes = dice.chance(0.3) ? { notes: 'Insure for the full value' } : {}
  const directions = dice.chance(0.4) ? chooseDirections(dice, 3) : {}
  return { account, items: itemIds, directions, ...notes }
}

/** Free items of one account; now and then none, one twice, or any others among them. */
function chooseClaim(model: VaultModel, dice: Dice): { account: string; itemIds: string[] } {
  const free = [...model.items.values()].filter(({ status }) => status === 'in_vault')
  const account =
    dice.chance(0.95) && free.length > 0
      ? dice.one(free).fboAccountId
      : chooseId(model, dice, 'account')
  const fitting = free.filter((item) => item.fboAccountId === account)
  const itemIds = dice.some(fitting, 1 + dice.upTo(3)).map(({ id }) => id)
  if (dice.chance(0.15) || itemIds.length === 0) itemIds.push(chooseId(model, dice, 'item'))
  if (dice.chance(0.03)) itemIds.push(itemIds[0] as string)
  return { account, itemIds: dice.chance(0.02) ? [] : itemIds }
}

export function chooseMove(model: VaultModel, dice: Dice): Chosen<'moveShipment'> {
  const id = chooseId(model, dice, 'shipment', (shipment) => shipmentVerbs(shipment).length > 0)
  const shipment = model.shipments.get(id)
  const legal = shipment === undefined ? [] : shipmentVerbs(shipment)
  const [forward] = legal
  const verb =
    forward !== undefined && dice.chance(0.5)
      ? forward
      : dice.one(
          legal.length > 0 && dice.chance(0.6) ? legal : (Object.keys(KINDS) as ShipmentVerb[]),
        )
  const needsReason =
    verb === 'hold' || verb === 'cancel' || (verb === 'release' && dice.chance(0.5))
  return {
    id,
    verb,
    ...(needsReason ? { reason: `${verb} ${dice.upTo(99)}` } : {}),
    ...(dice.chance(0.5) ? { service: 'Overnight' } : {}),
  }
}
