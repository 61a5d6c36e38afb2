import type { MetadataPatch } from '../../src/domain/metadata.ts'
import { chooseId } from './choose-record.ts'
import type { Dice } from './dice.ts'
import type { VaultModel } from './model-state.ts'
import { patch, post, type WireRequest } from './wire-request.ts'

export interface ProfileChanges {
  readonly externalId?: string | null
  readonly metadata?: MetadataPatch
}

/** Changes of an account that stay on record. */
export type AccountAction =
  | {
      readonly op: 'setMaximum'
      readonly id: string
      readonly maxInsuredValueCents: string
      readonly reason: string
    }
  | { readonly op: 'makePrimary'; readonly id: string; readonly reason: string }
  | { readonly op: 'updateProfile'; readonly id: string; readonly changes: ProfileChanges }

const PATH = '/v1/fbo-accounts'

export function toAccountRequest(action: AccountAction): WireRequest {
  switch (action.op) {
    case 'setMaximum': {
      const { op: _, id, ...body } = action
      return post(`${PATH}/${id}/set-insured-maximum`, 'fbo_accounts:set_insured_maximum', body)
    }
    case 'makePrimary': {
      const { id, reason } = action
      return post(`${PATH}/${id}/make-primary`, 'fbo_accounts:update', { reason })
    }
    case 'updateProfile':
      return patch(`${PATH}/${action.id}/profile`, 'fbo_accounts:update', action.changes)
  }
}

export function chooseAccountAction(
  model: VaultModel,
  dice: Dice,
  op: AccountAction['op'],
): AccountAction {
  const id = chooseId(model, dice, 'account')
  const reason = `case ${dice.upTo(99)}`
  switch (op) {
    case 'setMaximum':
      return { op, id, maxInsuredValueCents: dice.one(['0', '9000', '50000', '60000']), reason }
    case 'makePrimary':
      return { op, id, reason }
    case 'updateProfile': {
      const externalId = dice.one(['CUST-1', 'CUST-2', 'CUST-3', null])
      const metadata = { [`k${dice.upTo(2)}`]: dice.one(['a', 'b', null]) }
      const one = dice.chance(0.5) ? { externalId } : { metadata }
      const changes = dice.chance(0.3) ? { externalId, metadata } : one
      return { op, id, changes: dice.chance(0.03) ? {} : changes }
    }
  }
}

/** The members of a new account. */
export function chooseAccount(dice: Dice): Record<string, unknown> {
  return {
    ...(dice.chance(0.8)
      ? { maxInsuredValueCents: dice.one(['0', '9000', '50000', '9223372036854775807']) }
      : {}),
    ...(dice.chance(0.3) ? { isPrimary: dice.chance(0.5) } : {}),
    ...(dice.chance(0.3) ? { businessName: 'Lindqvist Watches AB' } : {}),
  }
}
