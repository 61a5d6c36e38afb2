import type { Of } from './actions.ts'
import { learn } from './difference.ts'
import {
  INSTANT,
  type ModelAccount,
  type ModelItem,
  type ModelToken,
  moveItem,
  type VaultModel,
} from './model-state.ts'
import { historyOf, nextVersion } from './predict-accounts.ts'
import { doubledErrors, placed, takenErrors } from './predict-identifiers.ts'
import { type PredictedError, type Prediction, type Reported, refused, seen } from './prediction.ts'

export function predictCreateAccount(
  model: VaultModel,
  _: ModelToken,
  { body }: Of<'createAccount'>,
): Prediction {
  const hasPrimary = [...model.accounts.values()].some(({ isPrimary }) => isPrimary)
  if (body.isPrimary === true && hasPrimary) {
    return refused(409, [['/isPrimary', 'primary_account_exists']])
  }
  const account = (reported: Reported): ModelAccount => ({
    id: reported.data.id,
    organizationId: model.organizationId,
    ...{ firstName: null, lastName: null, email: null, phone: null, businessName: null },
    maxInsuredValueCents: '0',
    isPrimary: false,
    createdAt: INSTANT,
    ...body,
  })
  return {
    status: 201,
    body: (reported) => ({ data: account(reported) }),
    apply: (reported) => {
      const created = account(reported)
      learn(created, reported.data)
      model.accounts.set(created.id, created)
    },
  }
}

export function predictUpdateAccount(
  model: VaultModel,
  caller: ModelToken,
  { id, firstName }: Of<'updateAccount'>,
): Prediction {
  const account = seen(model.accounts, caller, id)
  if (account === undefined) return { status: 404, code: 'fbo_account_not_found' }
  return {
    status: 200,
    body: () => {
      const { isPrimary: _, ...nine } = account
      return { data: { ...nine, firstName } }
    },
    apply: () => {
      if (account.firstName === firstName) return
      account.firstName = firstName
      const history = historyOf(model, id)
      history.events.push(['fbo_account.updated', nextVersion(history), ['firstName']])
    },
  }
}

export function predictTakeIn(
  model: VaultModel,
  caller: ModelToken,
  { entries, alone }: Of<'takeIn'>,
): Prediction {
  if (entries.length === 0) return refused(400, [['/items', 'items_required']])
  const identifiers = entries.flatMap((entry, index) =>
    placed(entry.identifiers, alone ? '/identifiers' : `/items/${index}/identifiers`),
  )
  const doubled = doubledErrors(identifiers)
  if (doubled.length > 0) return refused(400, doubled)
  const unknown = entries.flatMap(({ fboAccountId }, index): PredictedError[] => {
    const pointer = alone ? '/fboAccountId' : `/items/${index}/fboAccountId`
    const isKnown = seen(model.accounts, caller, fboAccountId) !== undefined
    return isKnown ? [] : [[pointer, 'fbo_account_not_found']]
  })
  if (unknown.length > 0) return refused(404, unknown)
  const taken = takenErrors(model, identifiers)
  if (taken.length > 0) return refused(409, taken)
  const items = (reported: Reported): ModelItem[] =>
    entries.map((entry, index) => ({
      id: alone ? reported.data.id : reported.data[index]?.id,
      fboAccountId: entry.fboAccountId,
      organizationId: model.organizationId,
      status: 'in_vault',
      description: entry.description ?? null,
      declaredValueCents: entry.declaredValueCents ?? '0',
      ...{ activeTransferId: null, activeShipmentId: null, holdReason: null },
      identifiers: entry.identifiers ?? [],
      metadata: {},
      evidence: [],
      changedAt: INSTANT,
      createdAt: INSTANT,
    }))
  return {
    status: 201,
    body: (reported) =>
      alone
        ? { data: items(reported)[0] }
        : { data: items(reported), pagination: { page: 1, hasMore: false } },
    apply: (reported) => {
      items(reported).forEach((item, index) => {
        learn(item, alone ? reported.data : reported.data[index])
        model.items.set(item.id, item)
        const { changedAt } = item
        model.movements.set(item.id, [])
        const taken = { kind: 'taken_in', fromFboAccountId: null, fromStatus: null } as const
        moveItem(model, item.id, { changedAt }, { ...taken, tokenId: caller.id })
      })
    },
  }
}
