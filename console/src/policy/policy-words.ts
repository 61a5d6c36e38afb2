import type { OrganizationPolicy, OrganizationPolicyUpdate } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { words } from '../display/format.ts'

export type Member = keyof OrganizationPolicyUpdate

/** What each member is called, in the order in which they are shown. */
export const MEMBERS: readonly (readonly [Member, string])[] = [
  ['fourEyes', 'Approval by a second person'],
  ['transferExpirySeconds', 'A pending transfer expires after'],
  ['insuredExposure', 'Above an account’s insured maximum'],
  ['systemApproval', 'Approval by the policy itself'],
  ['systemApprovalReasons', 'Only for the reasons'],
  ['systemApprovalMaxItems', 'Most items of a transfer'],
  ['systemApprovalMaxDeclaredValueCents', 'Highest declared value of a transfer'],
  ['systemApprovalMaxItemsPerDay', 'Most items from an account in 24 hours'],
  ['systemApprovalMaxDeclaredValueCentsPerDay', 'Highest value from an account in 24 hours'],
]

export const REASONS = ['request', 'trade', 'rebalance'] as const

export const EXPOSURE: Readonly<Record<OrganizationPolicy['insuredExposure'], string>> = {
  observe: 'Nothing happens',
  review: 'A person must decide',
  block: 'Nobody may approve it',
}

/** The value of a member in a few words. */
export function valueWords(policy: OrganizationPolicy, member: Member): string {
  switch (member) {
    case 'fourEyes':
      return policy.fourEyes ? 'Needed' : 'Not needed'
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
      return policy[member]?.toLocaleString() ?? 'No limit'
    default: {
      const cents = policy[member]
      return cents === null ? 'No limit' : money(cents)
    }
  }
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

/** What holds today: each sentence stands alone. */
export function policySentences(policy: OrganizationPolicy): readonly string[] {
  const { fourEyes, transferExpirySeconds, insuredExposure } = policy
  return [
    fourEyes
      ? 'Whoever created a transfer or a shipment cannot approve it: somebody else must.'
      : 'Whoever created a transfer or a shipment may approve it, too.',
    transferExpirySeconds === null
      ? 'A transfer waits for its decision as long as it takes.'
      : `A transfer that nobody decided expires after ${duration(transferExpirySeconds)}.`,
    EXPOSURE_SENTENCES[insuredExposure],
    systemApprovalSentence(policy),
  ]
}

const EXPOSURE_SENTENCES: typeof EXPOSURE = {
  observe:
    'A transfer that puts its destination above the insured maximum is treated like any other.',
  review:
    'A transfer that puts its destination above the insured maximum needs a person to approve it.',
  block: 'Nobody may approve a transfer that puts its destination above the insured maximum.',
}

function systemApprovalSentence(policy: OrganizationPolicy): string {
  const { systemApproval, systemApprovalReasons: reasons } = policy
  if (systemApproval === 'off') return 'Every transfer is approved by a person.'
  if (reasons.length === 0) {
    return 'The policy may approve transfers itself, but for no reason: a person approves each.'
  }
  const limits = limitWords(policy)
  const whose =
    reasons.length === REASONS.length
      ? ''
      : ` whose items move for ${reasons.map((reason) => `“${words(reason)}”`).join(' or ')}`
  return (
    `The policy itself approves transfers${whose}, ` +
    `${limits.length === 0 ? 'however large' : `within its limits: ${limits.join('; ')}`}. ` +
    'All others wait for a person.'
  )
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
