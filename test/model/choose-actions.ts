import { chooseAccount, chooseAccountAction } from './account-actions.ts'
import type { Action, ShipmentVerb } from './actions.ts'
import { chooseDirections, chooseShipmentUpdate } from './choose-directions.ts'
import { chooseIdentifiers } from './choose-identifiers.ts'
import { choosePolicy } from './choose-policy.ts'
import { chooseGet, chooseList, chooseParts } from './choose-reads.ts'
import { chooseId } from './choose-record.ts'
import type { Dice } from './dice.ts'
import { isHeld, type ModelToken, type VaultModel } from './model-state.ts'
import { shipmentVerbs } from './predict-shipments.ts'
import { chooseTransferUpdate } from './transfer-actions.ts'

/** The operation of an action; CHANGES and READS say how often each comes. */
export type Topic = (typeof CHANGES)[number] | (typeof READS)[number]

export const CHANGES = [
  'createAccount',
  'updateAccount',
  'setMaximum',
  'makePrimary',
  'updateProfile',
  'takeIn',
  'changeItem',
  'updateItem',
  'revalue',
  'decideRevaluation',
  'createTransfer',
  'decideTransfer',
  'updateTransfer',
  'createShipment',
  'moveShipment',
  'updateShipment',
  'updatePolicy',
] as const

export const READS = ['getPolicy', 'getExposure', 'get', 'listParts', 'list'] as const

const WITHOUT_IDS: readonly Topic[] = [
  ...(['createAccount', 'updatePolicy', 'getPolicy', 'list'] as const),
]

/** The token: mostly one with the permission, sometimes a reader's or an outsider's. */
export function chooseCaller(model: VaultModel, dice: Dice, topic: Topic): ModelToken {
  const mayAll = model.tokens.filter(({ mayWrite, isOutsider }) => mayWrite && !isOutsider)
  const reader = model.tokens.find(({ mayWrite }) => !mayWrite) as ModelToken
  const outsider = model.tokens.find(({ isOutsider }) => isOutsider) as ModelToken
  if (dice.chance(0.02)) return reader
  // The model does not know an outsider's own records: an outsider only requests ours.
  const touchesOurs = !WITHOUT_IDS.includes(topic)
  return touchesOurs && dice.chance(0.02) ? outsider : dice.one(mayAll)
}

/** An action on the topic: mostly allowed in the present state, often not. */
export function chooseAction(model: VaultModel, dice: Dice, topic: Topic): Action {
  switch (topic) {
    case 'createAccount':
      return { op: topic, body: chooseAccount(dice) }
    case 'updateAccount':
      return {
        op: topic,
        id: chooseId(model, dice, 'account'),
        firstName: dice.one(['Ada', 'Bo', null]),
      }
    case 'setMaximum':
    case 'makePrimary':
    case 'updateProfile':
      return chooseAccountAction(model, dice, topic)
    case 'takeIn':
      return chooseIntake(model, dice)
    case 'changeItem':
      return chooseItemChange(model, dice)
    case 'updateItem':
      return {
        op: topic,
        id: chooseId(model, dice, 'item'),
        identifiers: chooseIdentifiers(dice),
        metadata: { [`k${dice.upTo(3)}`]: dice.one(['a', 'b', null]) },
      }
    case 'revalue':
      return chooseRevaluation(model, dice)
    case 'decideRevaluation':
      return {
        op: topic,
        id: chooseId(model, dice, 'revaluation', ({ status }) => status === 'pending'),
        verb: dice.one(['approve', 'approve', 'reject', 'cancel']),
        reason: `decided ${dice.upTo(99)}`,
      }
    case 'createTransfer':
      return chooseTransfer(model, dice)
    case 'decideTransfer':
      return {
        op: topic,
        id: chooseId(model, dice, 'transfer', ({ status }) => status === 'pending'),
        verb: dice.one(['approve', 'approve', 'reject', 'cancel']),
        reason: `decided ${dice.upTo(99)}`,
      }
    case 'updateTransfer':
      return chooseTransferUpdate(model, dice)
    case 'createShipment':
      return chooseShipment(model, dice)
    case 'moveShipment':
      return chooseMove(model, dice)
    case 'updateShipment':
      return chooseShipmentUpdate(model, dice)
    case 'updatePolicy':
      return { op: topic, changes: choosePolicy(model, dice) }
    case 'getPolicy':
      return { op: topic }
    case 'getExposure':
      return { op: topic, id: chooseId(model, dice, 'account') }
    case 'get':
      return chooseGet(model, dice)
    case 'listParts':
      return chooseParts(model, dice)
    case 'list':
      return chooseList(model, dice)
  }
}

function chooseIntake(model: VaultModel, dice: Dice): Action {
  const alone = dice.chance(0.4)
  const account = chooseId(model, dice, 'account')
  const count = alone ? 1 : dice.chance(0.03) ? 0 : 1 + dice.upTo(3)
  const entries = Array.from({ length: count }, () => ({
    fboAccountId: dice.chance(0.9) ? account : chooseId(model, dice, 'account'),
    ...(dice.chance(0.5) ? { description: `Watch ${dice.upTo(99)}` } : {}),
    ...(dice.chance(0.8) ? { declaredValueCents: `${dice.upTo(4_000)}` } : {}),
    ...(dice.chance(0.3) ? { identifiers: chooseIdentifiers(dice) } : {}),
  }))
  return { op: 'takeIn', entries, alone }
}

function chooseItemChange(model: VaultModel, dice: Dice): Action {
  const verb = dice.one(['hold', 'hold', 'release', 'release', 'withdraw'] as const)
  const from = verb === 'release' ? 'on_hold' : 'in_vault'
  const id = chooseId(model, dice, 'item', ({ status }) => status === from)
  const hasReason = verb !== 'release' || dice.chance(0.5)
  return {
    op: 'changeItem',
    id,
    verb,
    ...(hasReason ? { reason: `${verb} ${dice.upTo(99)}` } : {}),
  }
}

function chooseRevaluation(model: VaultModel, dice: Dice): Action {
  const alone = dice.chance(0.5)
  const values = Array.from({ length: alone ? 1 : 1 + dice.upTo(3) }, () => {
    const inventoryItemId = chooseId(model, dice, 'item', isHeld)
    const present = model.items.get(inventoryItemId)?.declaredValueCents ?? '7'
    const near = `${Math.max(0, Number(present) + dice.upTo(200) - 100)}`
    const declaredValueCents = dice.one([present, near, near, `${dice.upTo(4_000)}`])
    return { inventoryItemId, declaredValueCents }
  })
  return { op: 'revalue', values, alone, reason: `appraised ${dice.upTo(99)}` }
}

function chooseTransfer(model: VaultModel, dice: Dice): Action {
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
  return { op: 'createTransfer', from, to, items, ...notes }
}

function chooseShipment(model: VaultModel, dice: Dice): Action {
  const { account, itemIds } = chooseClaim(model, dice)
  const notes = dice.chance(0.3) ? { notes: 'Insure for the full value' } : {}
  const directions = dice.chance(0.4) ? chooseDirections(dice, 3) : {}
  return { op: 'createShipment', account, items: itemIds, directions, ...notes }
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

function chooseMove(model: VaultModel, dice: Dice): Action {
  const id = chooseId(model, dice, 'shipment', (shipment) => shipmentVerbs(shipment).length > 0)
  const shipment = model.shipments.get(id)
  const legal = shipment === undefined ? [] : shipmentVerbs(shipment)
  const [forward] = legal
  const verb =
    forward !== undefined && dice.chance(0.5)
      ? forward
      : dice.one(legal.length > 0 && dice.chance(0.6) ? legal : SHIPMENT_VERBS)
  const needsReason =
    verb === 'hold' || verb === 'cancel' || (verb === 'release' && dice.chance(0.5))
  return {
    op: 'moveShipment',
    id,
    verb,
    ...(needsReason ? { reason: `${verb} ${dice.upTo(99)}` } : {}),
    ...(dice.chance(0.5) ? { service: 'Overnight' } : {}),
  }
}

const SHIPMENT_VERBS: readonly ShipmentVerb[] = [
  'inspect',
  'submit',
  'approve',
  'return-to-packing',
  'ship',
  'deliver',
  'hold',
  'release',
  'cancel',
]
