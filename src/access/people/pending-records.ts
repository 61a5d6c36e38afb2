import { type Static, Type } from 'typebox'
import { rowsOf } from '../../database/changes/row-of.ts'
import { namedObject, recordId } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { PENDING_NAMED_MAX } from '../../domain/limits.ts'

export const PENDING_RECORD = namedObject('PendingRecord', 'A record that waits for an approval.', {
  type: Type.Enum(['transfer', 'outbound_shipment', 'revaluation'], {
    description: 'The type of the record.',
    examples: ['transfer'],
  }),
  id: recordId('Identifier of the record.', EXAMPLE_IDS.transferBatch),
  part: Type.Enum(['requested', 'approved'], {
    description: 'The part of the person: `approved` is one approval of several, which counts on.',
    examples: ['requested'],
  }),
})

type PendingRecord = Readonly<Static<typeof PENDING_RECORD>>

/**
 * SQL of pending records that the person requested, or approved as one of several. Approvals are
 * looked up for each pending record: a person gives hundreds of thousands in the course of time.
 */
const pendingOf = (
  type: PendingRecord['type'],
  { from, requester }: { readonly from: string; readonly requester: string },
) => `(
    select '${type}' as type, id,
      case when ${requester} = any(array(select id from token)) then 'requested' else 'approved' end
        as part
    from ${from} and (
      ${requester} = any(array(select id from token))
      or exists (
        select from approvals
        where organization_id = $1 and subject_type = '${type}' and subject_id = id
          and person_id = $2 and ended_at is null
      )
    )
    order by created_at desc, id desc
    limit ${PENDING_NAMED_MAX}
  )`

const UNDECIDED = `where organization_id = $1 and status = 'pending'
      and (expires_at is null or expires_at > statement_timestamp())`

/** Records with a part of the person that wait for somebody's approval, newest first. */
export const findPendingOf = rowsOf<PendingRecord, [personId: string]>(`
  with token as (
    select id from access_tokens where organization_id = $1 and person_id = $2
  )
  ${[
    pendingOf('transfer', {
      from: `transfer_batches ${UNDECIDED}`,
      requester: 'created_by_token_id',
    }),
    pendingOf('outbound_shipment', {
      from: `outbound_shipments
    where organization_id = $1 and status = 'pending_approval' and cancelled_at is null`,
      requester: 'created_by_token_id',
    }),
    pendingOf('revaluation', {
      from: `revaluations ${UNDECIDED}`,
      requester: 'requested_by_token_id',
    }),
  ].join(' union all ')}`)
