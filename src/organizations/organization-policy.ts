import Type, { type Static } from 'typebox'
import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import { cents, nullableId, nullableInstant, recordId } from '../domain/fields.ts'
import {
  ITEMS_PER_DAY_MAX,
  ITEMS_PER_TRANSFER_MAX,
  TRANSFER_EXPIRY_SECONDS_MAX,
} from '../domain/limits.ts'
import { TRANSFER_REASONS } from '../domain/transfer-reasons.ts'

const maxDeclaredValue = cents(
  'The declared value of all items of a batch, up to which the system approves it; null: no limit.',
  '5000000',
)
const maxDeclaredValuePerDay = cents(
  'The declared value of all items of the batches out of one account that the system approves in 24 ' +
    'hours; null: no limit.',
  '20000000',
)

/** What an organization can decide about its transfers and shipments. */
export const POLICY_MEMBERS = {
  fourEyes: Type.Boolean({
    description:
      'Whether a transfer or a shipment must be approved by another than who created it. Default: true.',
    examples: [true],
  }),
  transferExpirySeconds: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: TRANSFER_EXPIRY_SECONDS_MAX,
    description:
      'Seconds after which a pending transfer expires; null: never. Holds for transfers created ' +
      'from now on. Default: 1209600, 14 days.',
    examples: [1209600],
  }),
  insuredExposure: Type.Enum(['observe', 'review', 'block'], {
    description:
      "What happens where a transfer's destination has more exposure than its maximum insured " +
      'value: `observe` nothing, `review` the system does not approve the transfer, a person may ' +
      '(the default), `block` nobody may.',
    examples: ['review'],
  }),
  systemApproval: Type.Enum(['off', 'within_limits'], {
    description:
      'Whether the system approves transfers that stay within the limits below. Default: `off`.',
    examples: ['within_limits'],
  }),
  systemApprovalMaxItems: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: ITEMS_PER_TRANSFER_MAX,
    description:
      'The number of items of a batch, up to which the system approves it; null: no limit.',
    examples: [10],
  }),
  systemApprovalMaxDeclaredValueCents: Type.Unsafe<string | null>({
    ...maxDeclaredValue,
    type: ['string', 'null'],
  }),
  systemApprovalMaxItemsPerDay: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: ITEMS_PER_DAY_MAX,
    description:
      'The number of items of all batches out of one account that the system approves in 24 hours; ' +
      'null: no limit.',
    examples: [50],
  }),
  systemApprovalMaxDeclaredValueCentsPerDay: Type.Unsafe<string | null>({
    ...maxDeclaredValuePerDay,
    type: ['string', 'null'],
  }),
  systemApprovalReasons: Type.Array(Type.Enum([...TRANSFER_REASONS]), {
    description:
      'The reasons that the items of a batch may have for the system to approve it. Default: all.',
    uniqueItems: true,
    maxItems: TRANSFER_REASONS.length,
    examples: [['rebalance']],
  }),
}

export const ORGANIZATION_POLICY = Type.Object(
  {
    organizationId: recordId('The organization whose policy it is.', EXAMPLE_IDS.organization),
    version: Type.Integer({
      description: 'How often the policy was changed; 0 is the default one.',
      examples: [1],
    }),
    ...POLICY_MEMBERS,
    changedAt: nullableInstant(
      'the policy was changed last, if it was',
      '2026-11-21T08:30:00.000Z',
    ),
    changedByTokenId: nullableId(
      'The access token that changed it last; null for the default policy.',
      EXAMPLE_IDS.accessToken,
    ),
  },
  {
    title: 'OrganizationPolicy',
    description: 'What an organization decided about its transfers and shipments.',
    additionalProperties: false,
  },
)

export type OrganizationPolicy = Static<typeof ORGANIZATION_POLICY>

/** A row of `organization_policies`, column names in camel case. */
export interface OrganizationPolicyRow extends Omit<OrganizationPolicy, 'changedAt'> {
  readonly changedAt: Date | null
}

/** What holds where an organization never changed its policy; the defaults of the table's columns. */
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
  changedAt: null,
  changedByTokenId: null,
}

/** The columns of a row, in the order of the view. */
export const ORGANIZATION_POLICY_COLUMNS = [
  'organization_id',
  'version',
  'four_eyes',
  'transfer_expiry_seconds',
  'insured_exposure',
  'system_approval',
  'system_approval_max_items',
  'system_approval_max_declared_value_cents',
  'system_approval_max_items_per_day',
  'system_approval_max_declared_value_cents_per_day',
  'system_approval_reasons',
  'changed_at',
  'changed_by_token_id',
] as const

export function toOrganizationPolicy(row: OrganizationPolicyRow): OrganizationPolicy {
  return { ...row, changedAt: row.changedAt?.toISOString() ?? null }
}
