import type { Identifier } from '../../src/domain/identifiers.ts'
import type { Of, RecordName } from './actions.ts'
import type { Dice } from './dice.ts'
import type { ModelPolicy, VaultModel } from './model-state.ts'
import type { ShipmentChanges } from './predict-directions.ts'

type RecordOf<Name extends RecordName> =
  VaultModel[`${Name}s`] extends Map<string, infer Found> ? Found : never

/** An id of that kind: mostly of a fitting record, else of any, an unknown or a foreign one. */
export function chooseId<Name extends RecordName>(
  model: VaultModel,
  dice: Dice,
  record: Name,
  fits: (record: RecordOf<Name>) => boolean = () => true,
): string {
  if (dice.chance(0.02)) return model.foreign[record]
  if (dice.chance(0.02)) return `${record}_unknown`
  const all = [...model[`${record}s`].values()] as RecordOf<RecordName>[]
  const fitting = all.filter(fits as (record: RecordOf<RecordName>) => boolean)
  const candidates = dice.chance(0.8) && fitting.length > 0 ? fitting : all
  return candidates.length === 0 ? `${record}_unknown` : dice.one(candidates).id
}

/** Few of many, in one of several forms; now and then none, or one that an item has. */
export function chooseIdentifiers(dice: Dice): Identifier[] {
  return Array.from({ length: dice.upTo(2) }, () => {
    const value = `${dice.one(['A', 'a', ' a '])}${dice.upTo(60)}`
    return { scheme: dice.one(['serial', 'sku']), value }
  })
}

export function chooseMetadata(dice: Dice, names: number) {
  return { [`k${dice.upTo(names)}`]: dice.one(['a', 'b', null]) }
}

/** The members of a new account. */
export function chooseAccount(dice: Dice): Of<'createAccount'>['body'] {
  return {
    ...(dice.chance(0.8)
      ? { maxInsuredValueCents: dice.one(['0', '9000', '50000', '9223372036854775807']) }
      : {}),
    ...(dice.chance(0.3) ? { isPrimary: dice.chance(0.5) } : {}),
    ...(dice.chance(0.3) ? { businessName: 'Lindqvist Watches AB' } : {}),
  }
}

function someMembers<Members extends object>(dice: Dice, members: Members, count: number) {
  const names = dice.some(Object.keys(members), count)
  const chosen = Object.entries(members).filter(([name]) => names.includes(name))
  return Object.fromEntries(chosen) as Partial<Members>
}

const ADA = { name: 'Ada', line1: 'Skeppsbron 14', city: 'Stockholm', countryCode: 'SE' }
const NONE = { company: null, line2: null, region: null, postalCode: null, phone: null }
const RECIPIENTS = [
  { ...ADA, ...NONE },
  { ...ADA, ...NONE, name: 'Bo', postalCode: '111 30' },
  null,
] as const

/** Some members that direct a shipment, at most `most`. */
export function chooseDirections(dice: Dice, most: number): ShipmentChanges {
  const members: ShipmentChanges = {
    recipient: dice.one([...RECIPIENTS]),
    service: dice.one(['Overnight', 'Economy', null]),
    signatureRequired: dice.chance(0.5),
    insuredValueCents: dice.one([null, '0', '9000']),
    metadata: dice.one([{}, { order: `${dice.upTo(3)}` }, { desk: 'B' }]),
  }
  return someMembers(dice, members, 1 + dice.upTo(most - 1))
}

function chooseRules(model: VaultModel, dice: Dice): ModelPolicy['approvalRules'] {
  return Array.from({ length: dice.upTo(3) }, () => ({
    approvals: dice.one([2, 2, 3]),
    ...(dice.chance(0.5) ? { aboveDeclaredValueCents: dice.one(['0', '3000', '6000']) } : {}),
    ...(dice.chance(0.4) ? { aboveItems: dice.one([1, 2, 3]) } : {}),
    ...(dice.chance(0.4) ? { fboAccountId: chooseId(model, dice, 'account') } : {}),
  }))
}

/** A change of some members of the policy, now and then of none. */
export function choosePolicy(model: VaultModel, dice: Dice): Partial<ModelPolicy> {
  const members: Partial<ModelPolicy> = {
    fourEyes: dice.chance(0.7),
    transferExpirySeconds: dice.one([null, 3_600, 86_400]),
    insuredExposure: dice.one(['observe', 'review', 'block']),
    systemApproval: dice.one(['off', 'within_limits']),
    systemApprovalMaxItems: dice.one([null, 1, 2, 4]),
    systemApprovalMaxDeclaredValueCents: dice.one([null, '0', '3000', '8000']),
    systemApprovalMaxItemsPerDay: dice.one([null, null, 20, 200]),
    systemApprovalMaxDeclaredValueCentsPerDay: dice.one([null, null, '100000', '9000000']),
    revaluationReviewDays: dice.one([null, null, 7]),
    revaluationMaxPercent: dice.one([null, 20, 100]),
    revaluationMaxCents: dice.one([null, '300', '2000']),
    systemApprovalReasons: dice.one([['request', 'trade', 'rebalance'], ['rebalance'], []]),
    recipientRequired: dice.chance(0.3),
    approvalRules: chooseRules(model, dice),
  }
  return someMembers(dice, members, dice.chance(0.05) ? 0 : 1 + dice.upTo(3))
}
