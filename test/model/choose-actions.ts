import type { Action, Of, RecordName } from './actions.ts'
import {
  chooseIntake,
  chooseMove,
  chooseRevaluation,
  chooseShipment,
  chooseTransfer,
} from './choose-claims.ts'
import {
  chooseAccount,
  chooseDirections,
  chooseId,
  chooseIdentifiers,
  chooseMetadata,
  choosePolicy,
} from './choose-values.ts'
import type { Dice } from './dice.ts'
import type { ModelToken, VaultModel } from './model-state.ts'

type Choose<Op extends Action['op']> = (model: VaultModel, dice: Dice) => Omit<Of<Op>, 'op'>
type Read = 'getPolicy' | 'getExposure' | 'get'

/** The operation of an action. */
export type Topic = Action['op']

const chooseDecision = (record: 'transfer' | 'revaluation') => (model: VaultModel, dice: Dice) => ({
  id: chooseId(model, dice, record, ({ status }) => status === 'pending'),
  verb: dice.one(['approve', 'approve', 'reject', 'cancel'] as const),
  reason: `decided ${dice.upTo(99)}`,
})

const CHOOSE_CHANGE: { readonly [Op in Exclude<Topic, Read>]: Choose<Op> } = {
  createAccount: (_, dice) => ({ body: chooseAccount(dice) }),
  updateAccount: (model, dice) => ({
    id: chooseId(model, dice, 'account'),
    firstName: dice.one(['Ada', 'Bo', null]),
  }),
  setMaximum: (model, dice) => ({
    id: chooseId(model, dice, 'account'),
    reason: `case ${dice.upTo(99)}`,
    maxInsuredValueCents: dice.one(['0', '9000', '50000', '60000']),
  }),
  makePrimary: (model, dice) => ({
    id: chooseId(model, dice, 'account'),
    reason: `case ${dice.upTo(99)}`,
  }),
  updateProfile: (model, dice) => {
    const id = chooseId(model, dice, 'account')
    const externalId = dice.one(['CUST-1', 'CUST-2', 'CUST-3', null])
    const metadata = chooseMetadata(dice, 2)
    const one = dice.chance(0.5) ? { externalId } : { metadata }
    const changes = dice.chance(0.3) ? { externalId, metadata } : one
    return { id, changes: dice.chance(0.03) ? {} : changes }
  },
  takeIn: chooseIntake,
  changeItem: (model, dice) => {
    const verb = dice.one(['hold', 'hold', 'release', 'release', 'withdraw'] as const)
    const from = verb === 'release' ? 'on_hold' : 'in_vault'
    const id = chooseId(model, dice, 'item', ({ status }) => status === from)
    const hasReason = verb !== 'release' || dice.chance(0.5)
    return { id, verb, ...(hasReason ? { reason: `${verb} ${dice.upTo(99)}` } : {}) }
  },
  updateItem: (model, dice) => ({
    id: chooseId(model, dice, 'item'),
    identifiers: chooseIdentifiers(dice),
    metadata: chooseMetadata(dice, 3),
  }),
  revalue: chooseRevaluation,
  decideRevaluation: chooseDecision('revaluation'),
  createTransfer: chooseTransfer,
  decideTransfer: chooseDecision('transfer'),
  updateTransfer: (model, dice) => {
    const id = chooseId(model, dice, 'transfer')
    const pair = chooseMetadata(dice, 3)
    return { id, metadata: dice.chance(0.1) ? {} : pair }
  },
  createShipment: chooseShipment,
  moveShipment: chooseMove,
  /** Mostly of a shipment that has not left yet. */
  updateShipment: (model, dice) => {
    const isOpen = dice.chance(0.9)
    const id = chooseId(model, dice, 'shipment', ({ shippedAt, cancelledAt }) => {
      return (shippedAt === null && cancelledAt === null) === isOpen
    })
    const changes = dice.chance(0.03) ? {} : chooseDirections(dice, 2)
    const removes = changes.metadata !== undefined && dice.chance(0.3)
    return { id, changes: removes ? { ...changes, metadata: { order: null } } : changes }
  },
  updatePolicy: (model, dice) => ({ changes: choosePolicy(model, dice) }),
}

const CHOOSE_READ: { readonly [Op in Read]: Choose<Op> } = {
  getPolicy: () => ({}),
  getExposure: (model, dice) => ({ id: chooseId(model, dice, 'account') }),
  get: (model, dice) => {
    const names = ['account', 'item', 'transfer', 'transfer', 'shipment', 'revaluation'] as const
    const record = dice.one<RecordName>(names)
    return { record, id: chooseId(model, dice, record) }
  },
}

export const CHANGES = Object.keys(CHOOSE_CHANGE) as (keyof typeof CHOOSE_CHANGE)[]
export const READS = Object.keys(CHOOSE_READ) as Read[]

const WITHOUT_IDS: readonly Topic[] = ['createAccount', 'updatePolicy', 'getPolicy']

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
  const choose = { ...CHOOSE_CHANGE, ...CHOOSE_READ }[topic]
  return { op: topic, ...choose(model, dice) } as Action
}
