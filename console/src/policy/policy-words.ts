import type { OrganizationPolicy, OrganizationPolicyUpdate } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { words } from '../display/format.ts'

export type Member = keyof OrganizationPolicyUpdate

/** The label of each member, in the order in which they are shown. */
export const MEMBERS: readonly (readonly [Member, string])[] = [
  ['fourEyes', 'Approval by a second person'],
  ['approvalRules', 'Several approvals'],
  ['approvalProof', 'Signature of an approval'],
  ['approvalSignInMinutes', 'Approval after a sign-in within'],
  ['recipientRequired', 'Recipient of a shipment'],
  ['transferExpirySeconds', 'Pending transfers expire after'],
  ['insuredExposure', 'Transfers over the insured maximum'],
  ['systemApproval', 'Automatic approval'],
  ['systemApprovalReasons', 'Reasons for automatic approval'],
  ['systemApprovalMaxItems', 'Maximum items per transfer'],
  ['systemApprovalMaxDeclaredValueCents', 'Maximum declared value per transfer'],
  ['systemApprovalMaxItemsPerDay', 'Maximum items from an account in 24 hours'],
  ['systemApprovalMaxDeclaredValueCentsPerDay', 'Maximum value from an account in 24 hours'],
  ['revaluationReviewDays', 'Days of review after a new value'],
  ['revaluationMaxPercent', 'Maximum change of a value in percent'],
  ['revaluationMaxCents', 'Maximum change of a value'],
  ['sessionIdleMinutes', 'Sign out after no use for'],
  ['sessionMaxHours', 'Sign out in any case after'],
]

export const REASONS = ['request', 'trade', 'rebalance'] as const

export const EXPOSURE: Readonly<Record<OrganizationPolicy['insuredExposure'], string>> = {
  observe: 'Allow as usual',
  review: 'An approver must decide',
  block: 'Block until there is room again',
}

/** The value of a member in a few words. */
export function valueWords(policy: OrganizationPolicy, member: Member): string {
  switch (member) {
    case 'fourEyes':
      return policy.fourEyes ? 'Required' : 'Not required'
    case 'approvalRules':
      return policy.approvalRules.length === 0
        ? 'Never'
        : policy.approvalRules.map(ruleWords).join('; ')
    case 'approvalProof':
      return policy.approvalProof === 'passkey' ? 'By a passkey' : 'None'
    case 'recipientRequired':
      return policy.recipientRequired ? 'Required before approval' : 'Not required'
    case 'transferExpirySeconds':
      return policy.transferExpirySeconds === null
        ? 'Never'
        : duration(policy.transferExpirySeconds)
    case 'insuredExposure':
      return EXPOSURE[policy.insuredExposure]
    case 'systemApproval':
      return policy.systemApproval === 'off' ? 'Off' : 'Within the limits'
    case 'systemApprovalReasons':
      return reasonWords(policy.systemApprovalReasons)
    case 'systemApprovalMaxItems':
    case 'systemApprovalMaxItemsPerDay':
    case 'revaluationReviewDays':
    case 'revaluationMaxPercent':
      return policy[member]?.toLocaleString() ?? 'No limit'
    case 'approvalSignInMinutes':
      return policy.approvalSignInMinutes === null
        ? 'No limit'
        : duration(policy.approvalSignInMinutes * 60)
    case 'sessionIdleMinutes':
      return duration(policy.sessionIdleMinutes * 60)
    case 'sessionMaxHours':
      return duration(policy.sessionMaxHours * 3_600)
    default: {
      const cents = policy[member]
      return cents === null ? 'No limit' : money(cents)
    }
  }
}

/** "2 people, above $1,000 and 5 items" of a rule for several approvals. */
export function ruleWords(rule: OrganizationPolicy['approvalRules'][number]): string {
  const { aboveDeclaredValueCents: cents, aboveItems, fboAccountId, approvals } = rule
  const above = [
    cents === undefined ? undefined : money(cents),
    aboveItems === undefined ? undefined : `${aboveItems.toLocaleString()} items`,
  ].filter((each) => each !== undefined)
  return [
    `${approvals} people`,
    above.length === 0 ? undefined : `above ${above.join(' and ')}`,
    fboAccountId === undefined ? undefined : `for the account ${fboAccountId}`,
  ]
    .filter((each) => each !== undefined)
    .join(', ')
}

function reasonWords(reasons: readonly string[]): string {
  if (reasons.length === REASONS.length) return 'All'
  return reasons.length === 0 ? 'None' : reasons.map(words).join(', ')
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** "1 day 12 hours" from seconds. */
export function duration(seconds: number): string {
  let rest = seconds
  return UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count.toLocaleString()} ${unit}${count === 1 ? '' : 's'}`]
  }).join(' ')
}

/** The policy in full sentences. */
export function policySentences(policy: OrganizationPolicy): readonly string[] {
  const { fourEyes, transferExpirySeconds, insuredExposure } = policy
  return [
    fourEyes
      ? 'Whoever created a transfer or shipment cannot approve it. Somebody else must.'
      : 'Whoever created a transfer or shipment may also approve it.',
    ...policy.approvalRules.map(
      (rule) =>
        `A transfer, shipment or revaluation needs the approval of ${ruleWords(rule)}. Its creator does not count.`,
    ),
    ...(policy.approvalProof === 'passkey'
      ? ['Whoever approves a transfer, shipment or revaluation signs it with a passkey.']
      : []),
    ...signInSentences(policy),
    policy.recipientRequired
      ? 'A shipment needs a recipient before it is submitted or approved.'
      : 'A shipment can be approved without a recipient.',
    transferExpirySeconds === null
      ? 'Pending transfers do not expire.'
      : `A pending transfer expires after ${duration(transferExpirySeconds)}.`,
    EXPOSURE_SENTENCES[insuredExposure],
    systemApprovalSentence(policy),
    ...revaluationSentences(policy),
  ]
}

const EXPOSURE_SENTENCES: typeof EXPOSURE = {
  observe:
    'A transfer that takes its destination over the insured maximum is treated like any other.',
  review:
    'A transfer that takes its destination over the insured maximum needs approval by a person.',
  block: 'Nobody can approve a transfer that takes its destination over the insured maximum.',
}

function signInSentences({ approvalSignInMinutes: minutes }: OrganizationPolicy): string[] {
  if (minutes === null) return []
  return [
    `Approvals, releases and changes of this policy need a sign-in within the last ${duration(minutes * 60)}.`,
  ]
}

function systemApprovalSentence(policy: OrganizationPolicy): string {
  const { systemApproval, systemApprovalReasons: reasons } = policy
  if (systemApproval === 'off') return 'Every transfer needs approval by a person.'
  if (reasons.length === 0) {
    return 'Automatic approval is on but covers no reason, so every transfer needs approval by a person.'
  }
  const limits = limitWords(policy)
  const whose =
    reasons.length === REASONS.length
      ? ''
      : ` with the reason ${reasons.map((reason) => `“${words(reason)}”`).join(' or ')}`
  return (
    `Transfers${whose} are approved automatically ` +
    `${limits.length === 0 ? 'whatever their size' : `within these limits: ${limits.join('; ')}`}. ` +
    'All others need approval by a person.'
  )
}

function revaluationSentences(policy: OrganizationPolicy): string[] {
  const { revaluationReviewDays: days, revaluationMaxPercent: percent } = policy
  const cents = policy.revaluationMaxCents
  const limits = [
    percent === null ? undefined : `${percent.toLocaleString()} %`,
    cents === null ? undefined : money(cents),
  ].filter((each) => each !== undefined)
  return [
    days === null
      ? undefined
      : 'For ' +
        `${duration(days * 86_400)} after a person changed the declared value of an item, a second ` +
        'person must approve transfers of it that the first one creates.',
    limits.length === 0
      ? undefined
      : `A second person must approve a change of a declared value by more than ${limits.join(' or ')} in 24 hours.`,
  ].filter((each) => each !== undefined)
}

function limitWords(policy: OrganizationPolicy): string[] {
  const items = policy.systemApprovalMaxItems
  const value = policy.systemApprovalMaxDeclaredValueCents
  const itemsPerDay = policy.systemApprovalMaxItemsPerDay
  const valuePerDay = policy.systemApprovalMaxDeclaredValueCentsPerDay
  return [
    items === null ? undefined : `up to ${items.toLocaleString()} item${items === 1 ? '' : 's'}`,
    value === null ? undefined : `a declared value up to ${money(value)}`,
    itemsPerDay === null
      ? undefined
      : `up to ${itemsPerDay.toLocaleString()} items from an account in 24 hours`,
    valuePerDay === null
      ? undefined
      : `a declared value up to ${money(valuePerDay)} from an account in 24 hours`,
  ].filter((each) => each !== undefined)
}
