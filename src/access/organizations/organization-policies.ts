import { isDeepStrictEqual } from 'node:util'
import { lockOrganization } from '../../database/changes/locks.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import { Refusal, refusalOf } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { changesOf, TRANSFER_REASONS } from '../../domain/fields.ts'
import { unknownAccount } from '../../domain/state-transitions.ts'
import { change } from '../../http/change.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { isSamePerson, type TokenHolder } from '../tokens/access-token.ts'
import { TOKEN_HOLDER_COLUMNS, TOKEN_HOLDERS } from '../tokens/token-powers.ts'
import { isLoosened } from './approval-rules.ts'
import {
  currentPolicy,
  getOrganizationPolicy,
  ORGANIZATION_POLICY,
  ORGANIZATION_POLICY_COLUMNS,
  type OrganizationPolicyRow,
  POLICY_MEMBERS,
  toOrganizationPolicy,
} from './organization-policy.ts'
import { signInRefusal, stricterSignIn } from './sign-in-refusal.ts'

const MEMBERS = Object.keys(POLICY_MEMBERS) as (keyof typeof POLICY_MEMBERS)[]

/** A change of these may let a shipment be approved more easily. */
const LOOSENING = ['fourEyes', 'approvalRules', 'approvalProof', 'approvalSignInMinutes'] as const

/** Beyond them a revaluation needs a second person. */
const REVALUATION_LIMITS = ['revaluationMaxPercent', 'revaluationMaxCents'] as const

export const getOrganizationPolicyRoute = operation({
  operationId: 'getOrganizationPolicy',
  description:
    "Reads the organization's settings for its transfers and shipments. This is the latest " +
    'version of its policy, or the default policy as version 0.',
  path: '/v1/organization-policy',
  permission: 'organization_policies:read',
  success: recordResponse('The current policy.', ORGANIZATION_POLICY),
  handle: async ({ caller, database }) => {
    return { data: toOrganizationPolicy(await getOrganizationPolicy(caller, database)) }
  },
})

/** A person who may not approve a record keeps the rule that forbids it. */
export const updateOrganizationPolicyRoute = change({
  operationId: 'updateOrganizationPolicy',
  description:
    'Changes only the members in the body. Each change creates the next version of the ' +
    'policy and records the access token of the request. A request that changes no value ' +
    'creates no version. The creator of a pending transfer or revaluation cannot turn off ' +
    '`fourEyes` or the `block` of `insuredExposure`; nor `fourEyes` who created a shipment ' +
    'that is not approved, or changed its directions. None of them can loosen `approvalRules`. ' +
    'Who asked for a pending revaluation cannot raise what a person may revalue alone.',
  method: 'PATCH',
  path: '/v1/organization-policy',
  permission: 'organization_policies:update',
  isOfPowers: true,
  body: changesOf(
    'OrganizationPolicyUpdate',
    'The members to change. An omitted member keeps its value.',
    POLICY_MEMBERS,
    { systemApproval: 'within_limits', systemApprovalMaxItems: 10 },
  ),
  success: recordResponse('The current policy.', ORGANIZATION_POLICY),
  refusals: [
    'no_updatable_fields',
    'fbo_account_not_found',
    'sign_in_required',
    'self_approval_forbidden',
  ],
  lock: (tx, { body: changes }, { tokenId }) => {
    const setsLimits = REVALUATION_LIMITS.some((limit) => changes[limit] !== undefined)
    const named = changes.approvalRules?.flatMap(({ fboAccountId }) => fboAccountId ?? []) ?? []
    return {
      // Two that change different members at once are both kept.
      organization: lockOrganization(tx),
      policy: currentPolicy(tx),
      creators: AUTHORS.creators(tx, tokenId),
      accounts: named.length > 0 ? findAccounts(tx, named) : [],
      shipmentAuthors: LOOSENING.some((member) => changes[member] !== undefined)
        ? AUTHORS.shipments(tx, tokenId)
        : [],
      revaluers: setsLimits ? AUTHORS.revaluers(tx, tokenId) : [],
    }
  },
  judge: ({ caller, input: { body: changes } }, facts, { nowMs }) => {
    const { policy, accounts } = facts
    const unknown = (changes.approvalRules ?? []).flatMap(({ fboAccountId: id }, index) => {
      const isKnown = id === undefined || accounts.some((account) => account.id === id)
      return isKnown ? [] : [unknownAccount(`/approvalRules/${index}/fboAccountId`)]
    })
    if (unknown.length > 0) return refusalOf(unknown, 'state')
    const { systemApprovalReasons: reasons } = changes
    const changed = {
      ...policy,
      ...changes,
      // The same reasons in another order are no change.
      ...(reasons && {
        systemApprovalReasons: TRANSFER_REASONS.filter((one) => reasons.includes(one)),
      }),
    }
    const isNew = changedMembersOf(policy, changed).length > 0
    if (!isNew) return { ...policy, isNew, before: policy }
    // A limit holds for its author, too: so nobody locks the organization out.
    const signIn = stricterSignIn(policy.approvalSignInMinutes, changed.approvalSignInMinutes)
    const tooOld = signInRefusal(caller, signIn, nowMs)
    if (tooOld !== undefined) return tooOld
    if (letsApproveOwn(policy, changed, facts, caller.tokenId)) return ownPending()
    return {
      ...changed,
      version: policy.version + 1,
      changedAt: new Date(nowMs),
      changedByTokenId: caller.tokenId,
      isNew,
      before: policy,
    }
  },
  write: (tx, { result }) => {
    if (!result.isNew) return
    const rules = JSON.stringify(result.approvalRules)
    const values = STORED.map((name) => (name === 'approvalRules' ? rules : result[name]))
    void tx.run(INSERT, values)
  },
  events: (one) => {
    const { isNew, before, organizationId, version, changedAt } = one.result
    if (!isNew || changedAt === null) return []
    const changedMembers = changedMembersOf(before, one.result)
    const changed = (policy: OrganizationPolicyRow) =>
      Object.fromEntries(changedMembers.map((name) => [name, policy[name]]))
    return eventOf(one, 'organization_policy.updated', {
      occurredAt: changedAt,
      subject: { type: 'organization_policy', id: organizationId },
      data: { version, changedMembers, before: changed(before), after: changed(one.result) },
    })
  },
  respond: (policy) => ({ body: { data: toOrganizationPolicy(policy) } }),
})

const [, ...NAMES] = Object.keys(ORGANIZATION_POLICY.properties)
const STORED = NAMES as (keyof OrganizationPolicyRow)[]

const INSERT = `
  insert into organization_policies (${ORGANIZATION_POLICY_COLUMNS})
  values ($1, ${STORED.map((_, place) => `$${place + 2}`).join(', ')})`

/** A token, and whether something waits for an approval that it may not give itself. */
interface Author extends TokenHolder {
  readonly hasPending: boolean
}

/** The tokens with something that waits, and the caller's token. */
const authorsOf = (pending: string) =>
  rowsOf<Author, [tokenId: string | null]>(`
  with pending as (${pending})
  select ${TOKEN_HOLDER_COLUMNS}, pending.id is not null as has_pending
  from ${TOKEN_HOLDERS}
  left join pending on pending.id = token.id
  where organization_id = $1 and token.id = any(array(select id from pending) || $2::text)`)

const PENDING = `organization_id = $1 and status = 'pending'
      and (expires_at is null or expires_at > statement_timestamp())`

const UNAPPROVED = `
      from outbound_shipments
      where organization_id = $1 and cancelled_at is null
        and status in ('packing', 'inspecting', 'pending_approval')`

const AUTHORS = {
  /** Those who created pending transfers or revaluations. */
  creators: authorsOf(`
    select created_by_token_id as id from transfer_batches where ${PENDING}
    union
    select requested_by_token_id from revaluations where ${PENDING}`),
  revaluers: authorsOf(`
    select distinct requested_by_token_id as id from revaluations where ${PENDING}`),
  /**
   * Those who created or directed shipments without an approval, and so may not approve them:
   * `lockForMove` of shipments reads the same of one.
   */
  shipments: authorsOf(`
    select created_by_token_id as id ${UNAPPROVED}
    union
    select token_id
    from corrections
    where organization_id = $1 and subject_type = 'outbound_shipment' and member <> 'metadata'
      and subject_id = any(array(select id ${UNAPPROVED}))`),
}

/** Those of these accounts that the organization has. */
const findAccounts = rowsOf<{ id: string }, [ids: readonly string[]]>(
  'select id from fbo_accounts where organization_id = $1 and id = any($2::text[])',
)

/** Whether the change allows the approval of a pending record of the caller's own. */
function letsApproveOwn(
  policy: OrganizationPolicyRow,
  changed: OrganizationPolicyRow,
  {
    creators,
    shipmentAuthors,
    revaluers,
  }: Record<'creators' | 'shipmentAuthors' | 'revaluers', readonly Author[]>,
  tokenId: string | null,
): boolean {
  const isRaised = REVALUATION_LIMITS.some((limit) => isMore(changed[limit], policy[limit]))
  const isUnblocked = policy.insuredExposure === 'block' && changed.insuredExposure !== 'block'
  const needsLess =
    (policy.fourEyes && !changed.fourEyes) ||
    isLoosened(policy.approvalRules, changed.approvalRules) ||
    (policy.approvalProof === 'passkey' && changed.approvalProof === 'none') ||
    isMore(changed.approvalSignInMinutes, policy.approvalSignInMinutes)
  return (
    (isRaised && hasOwnPending(revaluers, tokenId)) ||
    ((needsLess || isUnblocked) && hasOwnPending(creators, tokenId)) ||
    (needsLess && hasOwnPending(shipmentAuthors, tokenId))
  )
}

function changedMembersOf(before: OrganizationPolicyRow, after: OrganizationPolicyRow) {
  return MEMBERS.filter((member) => !isDeepStrictEqual(before[member], after[member]))
}

/** Null is no limit. */
function isMore(limit: number | string | null, than: number | string | null): boolean {
  return than !== null && (limit === null || BigInt(limit) > BigInt(than))
}

function hasOwnPending(authors: readonly Author[], tokenId: string | null): boolean {
  const own = authors.find(({ id }) => id === tokenId)
  return authors.some((author) => author.hasPending && isSamePerson(own, author))
}

function ownPending(): Refusal {
  return new Refusal('self_approval_forbidden', {
    detail:
      'This change would allow the approval of a transfer, revaluation or shipment of yours: have ' +
      'it decided first, or let another person change the policy with their own token.',
  })
}
