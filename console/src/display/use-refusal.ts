import { useQuery } from '@tanstack/react-query'
import { APPROVAL_DRY_RUN, read } from '../api/queries.ts'
import { ProblemError, request } from '../api/request.ts'
import type { ApprovedTransfer, Problem } from '../api/schema.ts'
import { useCaller } from '../session/caller.tsx'
import { money } from './amounts.ts'

/** The records that people approve, by the path of their operations. */
export type Approvable = 'transfers' | 'outbound-shipments' | 'revaluations'

export type Approved = Pick<ApprovedTransfer, 'id' | 'approvals' | 'approvalsRequired'> & {
  readonly createdByTokenId: string | null
}

export type Refusal = Pick<Problem, 'code' | 'detail' | 'maxAgeSeconds'>

interface Options {
  readonly records: Approvable
  readonly record: Approved
  readonly etag: string | undefined
  /** Whether the record waits for an approval that the caller may give. */
  readonly enabled: boolean
}

/** The reason why the caller cannot approve a record in spite of the permission. */
export function useRefusal({ records, record, etag, enabled }: Options): Refusal | undefined {
  const { tokenId, permissions } = useCaller()
  const { id, createdByTokenId, approvals, approvalsRequired } = record
  const isOwn = createdByTokenId === tokenId && permissions.includes('organization_policies:read')
  const policy = useQuery({ ...read('GET /v1/organization-policy'), enabled: enabled && isOwn })
  const isBarred = isOwn && (approvalsRequired > 1 || policy.data?.body.data.fourEyes !== false)
  const isGiven = approvals.some((approval) => approval.tokenId === tokenId)
  const known = isBarred ? OWN : isGiven ? GIVEN : undefined
  // Only the service knows, for example, who owns both this token and that of the creator.
  const tried = useQuery({
    queryKey: [APPROVAL_DRY_RUN, records, id, etag],
    queryFn: ({ signal }) => tryApproval(records, id, signal),
    enabled: enabled && known === undefined,
  })
  return enabled ? (known ?? tried.data ?? undefined) : undefined
}

const OWN: Refusal = {
  code: 'self_approval_forbidden',
  detail: 'You requested it, and the policy requires approval by a second person.',
}

const GIVEN: Refusal = {
  code: 'already_approved',
  detail: 'You approved it already; another person must, too.',
}

/** Any other refusal is shown when it is tried. */
const TOLD = ['self_approval_forbidden', 'sign_in_required']

async function tryApproval(
  records: Approvable,
  id: string,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const operation = `POST /v1/${records}/{id}/approve` as const
  try {
    await request(operation, { path: { id }, query: { validateOnly: true }, body: {}, signal })
    return null
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, exposureCents = '0', maxInsuredValueCents = '0' } = error.problem
    if (TOLD.includes(code)) return error.problem
    if (code === 'already_approved') return GIVEN
    if (code !== 'insured_value_exceeded') return null
    const detail =
      `With it, the destination would hold ${money(exposureCents)}, over its insured maximum of ` +
      `${money(maxInsuredValueCents)}. Reject it, or move items out of the destination first.`
    return { code, detail }
  }
}
