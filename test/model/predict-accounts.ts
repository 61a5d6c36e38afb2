import { mergedMetadata } from '../../src/domain/metadata.ts'
import type { AccountAction } from './account-actions.ts'
import { type AccountHistory, historyOf } from './account-history.ts'
import { difference, learn } from './difference.ts'
import { INSTANT, type ModelAccount, type ModelToken, type VaultModel } from './model-state.ts'
import { type Prediction, seen } from './predict.ts'

export function predictAccountAction(
  model: VaultModel,
  caller: ModelToken,
  action: AccountAction,
): Prediction {
  if (action.op === 'updateProfile' && Object.keys(action.changes).length === 0) {
    return { status: 400, code: 'no_updatable_fields', errors: [['', 'no_updatable_fields']] }
  }
  const account = seen(model.accounts, caller, action.id)
  if (account === undefined) return { status: 404, code: 'fbo_account_not_found' }
  switch (action.op) {
    case 'setMaximum': {
      const { maxInsuredValueCents, reason } = action
      const change = () =>
        changeStanding(model, account, { maxInsuredValueCents }, { reason, tokenId: caller.id })
      return standing({ ...account, maxInsuredValueCents }, change)
    }
    case 'makePrimary':
      return standing({ ...account, isPrimary: true }, () => {
        if (account.isPrimary) return
        const by = { reason: action.reason, tokenId: caller.id }
        const former = [...model.accounts.values()].find(({ isPrimary }) => isPrimary)
        if (former !== undefined) changeStanding(model, former, { isPrimary: false }, by)
        changeStanding(model, account, { isPrimary: true }, by)
      })
    case 'updateProfile':
      return predictUpdateProfile(model, caller, action)
  }
}

function standing(
  { id, organizationId, maxInsuredValueCents, isPrimary }: ModelAccount,
  apply: () => void,
): Prediction {
  const data = { id, organizationId, maxInsuredValueCents, isPrimary }
  return { status: 200, body: () => ({ data }), apply }
}

type Change = Partial<Pick<ModelAccount, 'maxInsuredValueCents' | 'isPrimary'>>

function changeStanding(
  model: VaultModel,
  account: ModelAccount,
  change: Change,
  by: { reason: string; tokenId: string },
): void {
  const [[member, to]] = Object.entries(change) as [[keyof Change, string | boolean]]
  const from = account[member]
  if (from === to) return
  Object.assign(account, change)
  const history = historyOf(model, account.id)
  history.corrections.push({ member, from, to, ...by })
  const what = member === 'isPrimary' ? 'primary_changed' : 'insured_maximum_set'
  history.events.push([`fbo_account.${what}`, nextVersion(history), [member]])
}

/** The version of an account after one more change of it; its profile has versions of its own. */
export function nextVersion({ events, profile }: AccountHistory): number {
  return events.length - profile.version + 3
}

function predictUpdateProfile(
  model: VaultModel,
  caller: ModelToken,
  { id, changes }: Extract<AccountAction, { op: 'updateProfile' }>,
): Prediction {
  const history = historyOf(model, id)
  const { version, ...before } = history.profile
  const { externalId = before.externalId, metadata: patch = {} } = changes
  const holder = [...model.histories].find(
    ([other, { profile }]) =>
      other !== id && changes.externalId && profile.externalId === changes.externalId,
  )
  if (holder !== undefined) {
    const members = { fboAccountId: holder[0] }
    const errors = [['/externalId', 'external_id_taken']] as const
    return { status: 409, code: 'external_id_taken', members, errors }
  }
  const metadata = mergedMetadata(before.metadata, patch)
  const after = { ...before, externalId, metadata }
  const members = (['externalId', 'metadata'] as const).filter(
    (member) => difference(after[member], before[member]) !== undefined,
  )
  if (members.length === 0) return { status: 200, body: () => ({ data: before }) }
  const profile = { ...after, changedAt: INSTANT }
  return {
    status: 200,
    body: () => ({ data: profile }),
    apply: (reported) => {
      learn(profile, reported.data)
      history.profile = { ...profile, version: version + 1 }
      history.events.push(['fbo_account.profile_updated', version + 1, members])
      for (const member of members) {
        const values = { from: before[member], to: after[member] }
        history.corrections.push({ member, ...values, reason: null, tokenId: caller.id })
      }
    },
  }
}
