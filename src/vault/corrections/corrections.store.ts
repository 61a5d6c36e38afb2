import { type CorrectedType, SUBJECT_TABLES } from '../../database/changes/corrections.ts'
import { KeysetPages } from '../../database/keyset-page.ts'
import type { CorrectionRow } from './correction.ts'

function pagesOf(subjectType: CorrectedType): KeysetPages<CorrectionRow> {
  return new KeysetPages<CorrectionRow>({
    order: { direction: 'ascending', key: [{ name: 'number', type: 'number' }] },
    conditions: {},
    select: ({ where, rows }) => `
      select number, at, member, from_value as from, to_value as to, reason, token_id
      from corrections
      where organization_id = $1 and subject_type = '${subjectType}' and subject_id = $2 ${where}
      ${rows}`,
    recordTable: SUBJECT_TABLES[subjectType],
  })
}

/** The corrections of one record, oldest first. */
export const CORRECTION_PAGES: Readonly<Record<CorrectedType, KeysetPages<CorrectionRow>>> = {
  fbo_account: pagesOf('fbo_account'),
  inventory_item: pagesOf('inventory_item'),
  outbound_shipment: pagesOf('outbound_shipment'),
  transfer_batch: pagesOf('transfer_batch'),
}
