import { type Static, Type } from 'typebox'
import {
  type OrganizationTransaction,
  runnerOf,
} from '../../database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import {
  columnsOf,
  namedObject,
  nullableCents,
  nullableId,
  nullableInstant,
  type RowOf,
  recordId,
  responseMaker,
  TRANSFER_REASONS,
} from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import {
  APPROVAL_SIGN_IN_MINUTES_MAX,
  ITEMS_PER_DAY_MAX,
  ITEMS_PER_TRANSFER_MAX,
  REVALUATION_PERCENT_MAX,
  REVALUATION_REVIEW_DAYS_MAX,
  SESSION_HOURS_MAX,
  SESSION_IDLE_MINUTES_MAX,
  TRANSFER_EXPIRY_SECONDS_MAX,
} from '../../domain/limits.ts'
import { APPROVAL_RULES, APPROVAL_RULES_TO_SET } from './approval-rules.ts'

/** The settings of an organization for its transfers, shipments and values. */
export const POLICY_MEMBERS = {
  fourEyes: Type.Boolean({
    description:
      'Whether somebody other than the creator must approve a transfer or a shipment. Default: true.',
    examples: [true],
  }),
  transferExpirySeconds: nullableLimit(
    'Seconds after which a pending transfer or revaluation expires; null: never. Applies to those created from ' +
      'now on. Default: 1209600, 14 days.',
    { maximum: TRANSFER_EXPIRY_SECONDS_MAX, example: 1209600 },
  ),
  insuredExposure: Type.Enum(['observe', 'review', 'block'], {
    description:
      "Effect on a transfer if its destination's exposure exceeds the maximum insured value. " +
      '`observe`: none. `review` (default): the system does not approve the transfer, but a ' +
      'person may. `block`: nobody may approve it.',
    examples: ['review'],
  }),
  systemApproval: Type.Enum(['off', 'within_limits'], {
    description:
      'Whether the system approves transfers that stay within the limits below. Default: `off`.',
    examples: ['within_limits'],
  }),
  systemApprovalMaxItems: nullableLimit(
    'Maximum number of items of a batch that the system approves; null: no limit.',
    { maximum: ITEMS_PER_TRANSFER_MAX, example: 10 },
  ),
  systemApprovalMaxDeclaredValueCents: nullableCents(
    'Maximum declared value of the items of a batch that the system approves; null: no limit.',
    '5000000',
  ),
  systemApprovalMaxItemsPerDay: nullableLimit(
    'Maximum number of items from one account that the system approves in 24 hours; null: no ' +
      'limit.',
    { maximum: ITEMS_PER_DAY_MAX, example: 50 },
  ),
  systemApprovalMaxDeclaredValueCentsPerDay: nullableCents(
    'Maximum declared value of the items from one account that the system approves in 24 hours; ' +
      'null: no limit.',
    '20000000',
  ),
  systemApprovalReasons: Type.Array(Type.Enum([...TRANSFER_REASONS]), {
    description:
      'Item reasons that the system may approve. A person must decide a batch with another ' +
      'reason. Default: all.',
    uniqueItems: true,
    maxItems: TRANSFER_REASONS.length,
    examples: [['rebalance']],
  }),
  revaluationReviewDays: nullableLimit(
    'Days after a revaluation in which the system does not approve transfers of the item that the ' +
      'same person creates: somebody must decide them. Default: null, no such rule.',
    { maximum: REVALUATION_REVIEW_DAYS_MAX, example: 7 },
  ),
  revaluationMaxPercent: nullableLimit(
    'Most percent by which one person may change a declared value in 24 hours: a second person must ' +
      'approve a larger change, and any change of a value of 0. Default: null, no limit.',
    { maximum: REVALUATION_PERCENT_MAX, example: 20 },
  ),
  revaluationMaxCents: nullableCents(
    'Most by which one person may change a declared value in 24 hours: a second person must approve ' +
      'a larger change. Default: null, no limit.',
    '100000',
  ),
  recipientRequired: Type.Boolean({
    description:
      'Whether a shipment needs a recipient to be submitted and to be approved. Default: false.',
    examples: [true],
  }),
  sessionIdleMinutes: Type.Integer({
    minimum: 5,
    maximum: SESSION_IDLE_MINUTES_MAX,
    description:
      'Minutes after which a session of the console ends, if nobody uses it. Holds for all sessions ' +
      'within ten minutes. Default: 60.',
    examples: [60],
  }),
  sessionMaxHours: Type.Integer({
    minimum: 1,
    maximum: SESSION_HOURS_MAX,
    description:
      'Hours after which a session of the console ends, used or not. A longer time holds for those ' +
      'who sign in from then on. Default: 12.',
    examples: [12],
  }),
  approvalRules: APPROVAL_RULES_TO_SET,
  approvalProof: Type.Enum(['none', 'passkey'], {
    description:
      'Whether who approves a transfer, shipment or revaluation must sign it with a passkey. The ' +
      'strictest policy since the record was created counts. Default: `none`.',
    examples: ['passkey'],
  }),
  approvalSignInMinutes: nullableLimit(
    'Minutes since the sign-in in which a person may approve, release, and change the policy, the ' +
      'identity provider, roles, people and passkeys: after that, they must sign in again. A machine ' +
      'cannot do so at all. A record keeps the strictest limit since its creation. Default: null, no ' +
      'limit.',
    { maximum: APPROVAL_SIGN_IN_MINUTES_MAX, example: 15 },
  ),
}

function nullableLimit(description: string, options: { maximum: number; example: number }) {
  const { maximum, example } = options
  return Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum,
    description,
    examples: [example],
  })
}

export const ORGANIZATION_POLICY = namedObject(
  'OrganizationPolicy',
  'Settings of an organization for its transfers, shipments and declared values.',
  {
    organizationId: recordId('Organization that the policy belongs to.', EXAMPLE_IDS.organization),
    version: Type.Integer({
      description: 'Number of changes to the policy; 0 for the default policy.',
      examples: [1],
    }),
    ...POLICY_MEMBERS,
    approvalRules: APPROVAL_RULES,
    changedAt: nullableInstant('the policy was last changed', '2026-11-21T08:30:00.000Z'),
    changedByTokenId: nullableId(
      'The access token that last changed it; null for the default policy.',
      EXAMPLE_IDS.accessToken,
    ),
  },
)

export type OrganizationPolicyRow = RowOf<Static<typeof ORGANIZATION_POLICY>>

/** The policy of an organization that never changed it; the defaults of the table's columns. */
export const DEFAULT_POLICY: Omit<OrganizationPolicyRow, 'organizationId'> = {
  version: 0,
  fourEyes: true,
  transferExpirySeconds: 1_209_600,
  insuredExposure: 'review',
  systemApproval: 'off',
  systemApprovalMaxItems: null,
  systemApprovalMaxDeclaredValueCents: null,
  systemApprovalMaxItemsPerDay: null,
  systemApprovalMaxDeclaredValueCentsPerDay: null,
  systemApprovalReasons: [...TRANSFER_REASONS],
  revaluationReviewDays: null,
  revaluationMaxPercent: null,
  revaluationMaxCents: null,
  recipientRequired: false,
  sessionIdleMinutes: 60,
  sessionMaxHours: 12,
  approvalRules: [],
  approvalProof: 'none',
  approvalSignInMinutes: null,
  changedAt: null,
  changedByTokenId: null,
}

export const ORGANIZATION_POLICY_COLUMNS = columnsOf(ORGANIZATION_POLICY)

export const toOrganizationPolicy = responseMaker(ORGANIZATION_POLICY)

/** SQL of the newest version of the policy; none for the default policy. */
const CURRENT_POLICY = `
  select ${ORGANIZATION_POLICY_COLUMNS}
  from organization_policies
  where organization_id = $1
  order by version desc
  limit 1`

/** The current policy, read in a transaction: the newest version, or else the default policy. */
export async function currentPolicy(tx: OrganizationTransaction): Promise<OrganizationPolicyRow> {
  const [policy] = await tx.run<OrganizationPolicyRow>(CURRENT_POLICY, [])
  return policy ?? { organizationId: tx.organizationId, ...DEFAULT_POLICY }
}

/** The current policy of the caller's organization, read outside a transaction. */
export async function getOrganizationPolicy(
  caller: Caller,
  database: RequestDatabase,
): Promise<OrganizationPolicyRow> {
  return await database.run(caller, (sql) => currentPolicy(runnerOf(caller, sql)))
}
