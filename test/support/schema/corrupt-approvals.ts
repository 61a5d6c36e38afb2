import type { FullVault } from '../vault/full-vault.ts'
import { type Corruption, update } from './corrupt-references.ts'

/** Records with fewer approvals than they had to have, and approvals of no record. */
export function ofApprovals({ transfers: { completed }, shipments }: FullVault): Corruption[] {
  return [
    [
      'an approval that is gone',
      [
        update('transfer_batches', completed, 'approvals_required = 2'),
        update('outbound_shipments', shipments.shipped, 'approvals_required = 3'),
      ],
      `approvals_too_few ${completed}`,
      `approvals_too_few ${shipments.shipped}`,
    ],
    [
      'the approvals of one person, twice',
      [
        update('transfer_batches', completed, 'approvals_required = 2'),
        `insert into approvals (organization_id, subject_type, subject_id, version, at, token_id)
         select organization_id, 'transfer', id, twice, now(), decided_by_token_id
         from transfer_batches cross join generate_series(1, 2) as approval (twice)
         where id = '${completed}'`,
      ],
      `approvals_too_few ${completed}`,
    ],
    [
      'what an approval names',
      [
        `insert into approvals (organization_id, subject_type, subject_id, version, at, token_id)
         select organization_id, 'transfer', 'gone', 1, now(), 'gone'
         from transfer_batches where id = '${completed}'`,
      ],
      'approval_without_record gone',
      'approval_token_missing gone',
    ],
  ]
}
