import type { OrganizationPolicyUpdate } from '../api/schema.ts'

/** A text field for an amount, a number, or a time in whole units of so many seconds. */
export interface Limit {
  readonly label: string
  readonly description?: string
  readonly kind: string
  readonly unit?: number
  readonly least?: number
  readonly most?: number
  /** The words for no limit, "No limit" unless it has others; false if it must have one. */
  readonly none?: string | false
}

/** A member of the policy: how it is asked for, and told. */
export interface Member extends Limit {
  readonly name: keyof OrganizationPolicyUpdate
  readonly kind: 'switch' | 'choice' | 'rules' | 'reasons' | 'amount' | 'whole' | 'time'
  /** Values in words; of a switch, those of off and on. */
  readonly states?: readonly (readonly [value: unknown, words: string])[]
  /** The sentence about a switch that is off; its label is the one while it is on. */
  readonly off?: string
  /** The sentence about a limit in words. */
  readonly says?: (words: string) => string
}

export const [SECOND, MINUTE, HOUR, DAY] = [1, 60, 3_600, 86_400] as const
export const REASONS = ['request', 'trade', 'rebalance'] as const

type Name = Member['name']
type More = Partial<Member>
const amount = (name: Name, label: string, more?: More): Member => {
  return { name, label, kind: 'amount', ...more }
}
const whole = (name: Name, label: string, most: number, more?: More): Member => {
  return { name, label, kind: 'whole', most, ...more }
}
const time = (name: Name, label: string, unit: number, most: number, more?: More): Member => {
  return { name, label, kind: 'time', unit, most, ...more }
}
const ON_OFF = [
  [false, 'Off'],
  [true, 'On'],
] as const
const largeChange = (most: string) =>
  `A second person must approve a change of a declared value by more than ${most} in 24 hours.`

/** Every member of the policy, in the groups and in the order in which they are shown. */
export const GROUPS: Readonly<Record<string, readonly Member[]>> = {
  Approval: [
    {
      name: 'fourEyes',
      label: 'A second person must approve transfers and shipments',
      kind: 'switch',
      off: 'Whoever created a transfer or shipment may also approve it',
      states: ON_OFF,
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
      name: 'approvalProof',
      label: 'Whoever approves must sign with a passkey',
      kind: 'switch',
      off: 'Approvals need no signature',
      states: [
        ['none', 'Off'],
        ['passkey', 'On'],
      ],
      description: 'Everyone who approves registers one first, on the page Passkeys.',
    },
    time('approvalSignInMinutes', 'Approval after a sign-in within', MINUTE, 1_440, {
      says: (within) =>
        `Approvals, releases and changes of this policy need a sign-in within the last ${within}.`,
    }),
    {
      name: 'recipientRequired',
      label: 'A shipment needs a recipient before it is submitted or approved',
      kind: 'switch',
      off: 'A shipment can be approved without a recipient',
      states: ON_OFF,
    },
    time('transferExpirySeconds', 'Pending transfers expire after', SECOND, 365 * DAY, {
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
      name: 'systemApproval',
      label: 'Automatically approve transfers within these limits',
      kind: 'switch',
      off: 'Every transfer needs approval by a person',
      states: [
        ['off', 'Off'],
        ['within_limits', 'On'],
      ],
    },
    {
      name: 'systemApprovalReasons',
      label: 'Only transfers with these reasons',
      kind: 'reasons',
      description: 'A transfer with another reason waits for an approver.',
    },
    whole('systemApprovalMaxItems', 'Maximum items per transfer', 1_000),
    amount('systemApprovalMaxDeclaredValueCents', 'Maximum declared value per transfer'),
    whole('systemApprovalMaxItemsPerDay', 'Maximum items from an account in 24 hours', 1_000_000),
    amount(
      'systemApprovalMaxDeclaredValueCentsPerDay',
      'Maximum value from an account in 24 hours',
    ),
  ],
  'New declared values': [
    time('revaluationReviewDays', 'Time of review after a new value', DAY, 365, {
      says: (within) =>
        `For ${within} after a person changed the declared value of an item, a second person must ` +
        'approve transfers of it that the first one creates.',
    }),
    whole('revaluationMaxPercent', 'Maximum change of a value in percent', 100_000, {
      description: 'Within 24 hours.',
      says: (percent) => largeChange(`${percent} %`),
    }),
    amount('revaluationMaxCents', 'Maximum change of a value', {
      description: 'Within 24 hours.',
      says: largeChange,
    }),
  ],
  'Sessions of this console': [
    time('sessionIdleMinutes', 'Sign out after no use for', MINUTE, 1_440, {
      least: 5,
      none: false,
    }),
    time('sessionMaxHours', 'Sign out in any case after', HOUR, 720, { none: false }),
  ],
}

export const MEMBERS = Object.values(GROUPS).flat()

/** Whether a member has an effect: the limits of automatic approval have none while it is off. */
export function hasEffect({ name }: Member, { systemApproval }: OrganizationPolicyUpdate): boolean {
  return systemApproval !== 'off' || !/^systemApproval./.test(name)
}
