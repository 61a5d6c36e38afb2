import { type Metadata, mergedMetadata } from '../../src/domain/metadata.ts'
import type { Of } from './actions.ts'
import { difference, learn } from './difference.ts'
import { INSTANT, type ModelAccount, type ModelToken, type VaultModel } from './model-state.ts'
import { NO_FIELDS, type Prediction, seen } from './prediction.ts'

const NOT_FOUND: Prediction = { status: 404, code: 'fbo_account_not_found' }

export function predictSetMaximum(
  model: VaultModel,
  caller: ModelToken,
  { id, maxInsuredValueCents, reason }: Of<'setMaximum'>,
): Prediction {
  const account = seen(model.accounts, caller, id)
  if (account === undefined) return NOT_FOUND
  return standing({ ...account, maxInsuredValueCents }, () =>
    changeStanding(model, account, { maxInsuredValueCents }, { reason, tokenId: caller.id }),
  )
}

export function predictMakePrimary(
  model: VaultModel,
  caller: ModelToken,
  { id, reason }: Of<'makePrimary'>,
): Prediction {
  const account = seen(model.accounts, caller, id)
  if (account === undefined) return NOT_FOUND
  return standing({ ...account, isPrimary: true }, () => {
    if (account.isPrimary) return
    const by = { reason, tokenId: caller.id }
    const former = [...model.accounts.values()].find(({ isPrimary }) => isPrimary)
    if (former !== undefined) changeStanding(model, former, { isPrimary: false }, by)
    changeStanding(model, account, { isPrimary: true }, by)
  })
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

export function predictUpdateProfile(
  model: VaultModel,
  caller: ModelToken,
  { id, changes }: Of<'updateProfile'>,
): Prediction {
  if (Object.keys(changes).length === 0) return NO_FIELDS
  if (seen(model.accounts, caller, id) === undefined) return NOT_FOUND
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

interface ModelCorrection {
  readonly member: string
  readonly from: unknown
  readonly to: unknown
  readonly reason: string | null
  readonly tokenId: string
}

interface ModelProfile {
  readonly fboAccountId: string
  readonly externalId: string | null
  readonly metadata: Metadata
  readonly changedAt: string | null
  readonly version: number
}

/** An account since its creation, as records and events have it. */
export interface AccountHistory {
  profile: ModelProfile
  readonly events: [type: string, version: number, changedMembers: readonly string[]][]
  readonly corrections: ModelCorrection[]
}

/** The history of an account; one that begins, if nothing has happened to it. */
export function historyOf({ histories }: VaultModel, fboAccountId: string): AccountHistory {
  const known = histories.get(fboAccountId)
  if (known !== undefined) return known
  const empty = { externalId: null, metadata: {}, changedAt: null, version: 1 }
  const history = { profile: { fboAccountId, ...empty }, events: [], corrections: [] }
  histories.set(fboAccountId, history)
  return history
}
