import type { Action, ListName, PartsName, RecordName } from './actions.ts'
import { chooseId } from './choose-record.ts'
import type { Dice } from './dice.ts'
import type { ModelItem, VaultModel } from './model-state.ts'

export function chooseGet(model: VaultModel, dice: Dice): Action {
  const record = dice.one<RecordName>([
    'account',
    'item',
    'transfer',
    'transfer',
    'shipment',
    'revaluation',
  ])
  return { op: 'get', record, id: chooseId(model, dice, record) }
}

export function chooseParts(model: VaultModel, dice: Dice): Action {
  const parts = dice.one<PartsName>([
    'movements',
    'valuations',
    'transferItems',
    'shipmentItems',
    'holdings',
  ])
  const record = (
    {
      movements: 'item',
      valuations: 'item',
      transferItems: 'transfer',
      shipmentItems: 'shipment',
      holdings: 'account',
    } as const
  )[parts]
  const query = { page: 1 + dice.upTo(2), limit: dice.one([1, 3, 100]), filters: {} }
  return { op: 'listParts', parts, id: chooseId(model, dice, record), query }
}

export function chooseList(model: VaultModel, dice: Dice): Action {
  const list = dice.one<ListName>(['accounts', 'items', 'transfers', 'shipments'])
  const account = chooseId(model, dice, 'account')
  const filters: Record<ListName, Record<string, string>> = {
    accounts: { isPrimary: dice.one(['true', 'false']) },
    items: {
      fboAccountId: account,
      status: dice.one<ModelItem['status']>(['in_vault', 'transfer_pending', 'on_hold', 'shipped']),
    },
    transfers: {
      fromFboAccountId: account,
      toFboAccountId: chooseId(model, dice, 'account'),
      status: dice.one(['pending', 'pending', 'completed', 'expired']),
    },
    shipments: {
      fboAccountId: account,
      status: dice.one(['packing', 'inspecting', 'approved', 'shipped']),
      cancelled: dice.one(['true', 'false']),
    },
  }
  const used = Object.entries(filters[list]).filter(() => dice.chance(0.4))
  const query = { page: 1 + dice.upTo(2), limit: dice.one([1, 5, 100]) }
  return { op: 'list', list, query: { ...query, filters: Object.fromEntries(used) } }
}
