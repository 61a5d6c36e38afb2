import type { ApprovalRule, OrganizationPolicy, OrganizationPolicyUpdate } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { counted, words } from '../display/format.ts'
import { knownName } from '../display/names.ts'
import { shortId } from '../display/RecordLink.tsx'
import { type Limit, limitText, UNITS } from './policy-limits.ts'

export interface Member extends Omit<Limit, 'kind'> {
  readonly name: keyof OrganizationPolicyUpdate
  readonly kind: Limit['kind'] | 'switch' | 'choice' | 'choices' | 'rules'
  /** Its values in words; of a switch, those of off and on. */
  readonly states?: readonly (readonly [value: unknown, words: string])[]
  /** The sentence about a switch that is off; its label is the one while it is on. */
  readonly off?: string
  /** The sentence about a limit in words, or about a switch that is on. */
  readonly says?: (words: string, policy: OrganizationPolicy) => string
}

const limit = (
  kind: Limit['kind'],
  name: Member['name'],
  label: string,
  more?: Partial<Member>,
): Member => ({ name, label, kind, ...more })
const onOff = (off: unknown, on: unknown): Pick<Member, 'kind' | 'states'> => {
  return {
    kind: 'switch',
    states: [
      [off, 'Off'],
      [on, 'On'],
    ],
  }
}
const REASONS = ['request', 'trade', 'rebalance']
const largeChange = (most: string) =>
  `A second person must approve a change of a declared value by more than ${most} in 24 hours.`

/** Every member of the policy, in the groups and in the order in which they are shown. */
export const GROUPS: Readonly<Record<string, readonly Member[]>> = {
  Approval: [
    {
      ...onOff(false, true),
      name: 'fourEyes',
      label: 'A second person must approve transfers and shipments',
      off: 'Whoever created a transfer or shipment may also approve it',
      description: 'You cannot turn this off while one of your transfers is pending.',
    },
    {
      name: 'approvalRules',
      label: 'Several approvals',
      kind: 'rules',
      description:
        'Each rule names what needs the approval of more than one person. A condition that is ' +
        'empty fits everything. Whoever created a record never counts.',
    },
    {
      ...onOff('none', 'passkey'),
      name: 'approvalProof',
      label: 'Whoever approves must sign with a passkey',
      off: 'Approvals need no signature',
      description: 'Everyone who approves registers one first, on the page Passkeys.',
    },
    limit('minute', 'approvalSignInMinutes', 'Approval after a sign-in within', {
      most: 1_440,
      says: (within) =>
        `Approvals, releases and changes of this policy need a sign-in within the last ${within}.`,
    }),
    {
      ...onOff(false, true),
      name: 'recipientRequired',
      label: 'A shipment needs a recipient before it is submitted or approved',
      off: 'A shipment can be approved without a recipient',
    },
    limit('second', 'transferExpirySeconds', 'Pending transfers expire after', {
      most: 365 * UNITS.day,
      description: 'Applies to transfers that are created from now on.',
      none: 'Never',
      says: (after) => `A pending transfer expires after ${after}.`,
    }),
  ],
  'Insured maximum': [
    {
      name: 'insuredExposure',
      label: 'If a transfer takes its destination over the insured maximum',
      kind: 'choice',
      states: [
        ['observe', 'Allow as usual'],
        ['review', 'An approver must decide'],
        ['block', 'Block until there is room again'],
      ],
    },
  ],
  'Automatic approval': [
    {
      ...onOff('off', 'within_limits'),
      name: 'systemApproval',
      label: 'Automatically approve transfers within these limits',
      off: 'Every transfer needs approval by a person',
      says: automaticSentence,
    },
    {
      name: 'systemApprovalReasons',
      label: 'Only transfers with these reasons',
      kind: 'choices',
      description: 'A transfer with another reason waits for an approver.',
      states: REASONS.map((reason) => [reason, words(reason)]),
    },
    limit('whole', 'systemApprovalMaxItems', 'Maximum items per transfer', { most: 1_000 }),
    limit('amount', 'systemApprovalMaxDeclaredValueCents', 'Maximum declared value per transfer'),
    limit('whole', 'systemApprovalMaxItemsPerDay', 'Maximum items from an account in 24 hours', {
      most: 1_000_000,
    }),
    limit(
      'amount',
      'systemApprovalMaxDeclaredValueCentsPerDay',
      'Maximum value from an account in 24 hours',
    ),
  ],
  'New declared values': [
    limit('day', 'revaluationReviewDays', 'Time of review after a new value', {
      most: 365,
      says: (within) =>
        `For ${within} after a person changed the declared value of an item, a second person must ` +
        'approve transfers of it that the first one creates.',
    }),
    limit('whole', 'revaluationMaxPercent', 'Maximum change of a value in percent', {
      most: 100_000,
      description: 'Within 24 hours.',
      says: (percent) => largeChange(`${percent} %`),
    }),
    limit('amount', 'revaluationMaxCents', 'Maximum change of a value', {
      description: 'Within 24 hours.',
      says: largeChange,
    }),
  ],
  'Sessions of this console': [
    limit('minute', 'sessionIdleMinutes', 'Sign out after no use for', {
      least: 5,
      most: 1_440,
      none: false,
    }),
    limit('hour', 'sessionMaxHours', 'Sign out in any case after', { most: 720, none: false }),
  ],
}

export const MEMBERS = Object.values(GROUPS).flat()

/** Whether a member has an effect: the limits of automatic approval have none while it is off. */
export function hasEffect({ name }: Member, { systemApproval }: OrganizationPolicyUpdate): boolean {
  return systemApproval !== 'off' || !/^systemApproval./.test(name)
}

export function isLimit(member: Member): member is Member & Limit {
  return member.states === undefined && member.kind !== 'rules'
}

export function valueWords(member: Member, policy: OrganizationPolicy): string {
  const value = policy[member.name]
  if (isLimit(member)) return limitText(member, value) || member.none || 'No limit'
  const { states = [] } = member
  if (member.kind === 'rules') return policy.approvalRules.map(ruleWords).join('; ') || 'Never'
  if (!Array.isArray(value)) return states.find(([each]) => each === value)?.[1] ?? ''
  return value.length === states.length
    ? 'All'
    : value.map((each) => words(`${each}`)).join(', ') || 'None'
}

/** "2 people, above $1,000 and 5 items" of a rule for several approvals. */
function ruleWords(rule: ApprovalRule): string {
  const { aboveDeclaredValueCents: cents, aboveItems, fboAccountId: id, approvals } = rule
  const above = [cents && money(cents), aboveItems && counted('item', aboveItems)].filter(Boolean)
  return [
    `${approvals} people`,
    ...(above.length === 0 ? [] : [`above ${above.join(' and ')}`]),
    ...(id === undefined ? [] : [`for the account ${knownName('fbo_account', id) ?? shortId(id)}`]),
  ].join(', ')
}

export function policySentences(policy: OrganizationPolicy): readonly string[] {
  return MEMBERS.flatMap((member) => {
    const { name, kind, label, off, says } = member
    const value = valueWords(member, policy)
    if (kind === 'rules') {
      return policy.approvalRules.map(
        (rule) =>
          `A transfer, shipment or revaluation needs the approval of ${ruleWords(rule)}. ` +
          'Its creator does not count.',
      )
    }
    if (kind === 'choice') return [`${label}: ${value.charAt(0).toLowerCase()}${value.slice(1)}.`]
    if (kind === 'switch' && value === 'Off') return [`${off}.`]
    if (says !== undefined) return policy[name] === null ? [] : [says(value, policy)]
    return kind === 'switch' ? [`${label}.`] : []
  })
}

function automaticSentence(_: string, policy: OrganizationPolicy): string {
  const reasons = policy.systemApprovalReasons.map((reason) => `“${words(reason)}”`)
  if (reasons.length === 0) {
    return 'Automatic approval is on but covers no reason, so every transfer needs approval by a person.'
  }
  const limits = (GROUPS['Automatic approval'] ?? [])
    .filter((member) => isLimit(member) && policy[member.name] !== null)
    .map((member) => `${member.label.toLowerCase()} ${valueWords(member, policy)}`)
  return [
    'Transfers',
    ...(reasons.length === REASONS.length ? [] : ['with the reason', reasons.join(' or ')]),
    'are approved automatically',
    limits.length === 0 ? 'whatever their size.' : `within these limits: ${limits.join('; ')}.`,
    'All others need approval by a person.',
  ].join(' ')
}
