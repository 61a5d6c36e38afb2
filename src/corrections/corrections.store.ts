import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../database/changes/organization-transaction.ts'
import { KeysetPages } from '../database/keyset-page.ts'
import {
  type CorrectedMember,
  type CorrectedType,
  type CorrectionRow,
  SUBJECT_TABLES,
} from './correction.ts'

/** A correction to write; the database gives it its number. */
export interface NewCorrection extends CorrectedMember {
  readonly subjectType: CorrectedType
  readonly subjectId: string
  readonly at: Date
  readonly reason: string | null
  readonly tokenId: string | null
}

// The subject is locked: nobody else takes the next number.
const INSERT = `
  insert into corrections (organization_id, subject_type, subject_id, number, at, member,
    from_value, to_value, reason, token_id)
  select organization_id, subject_type, subject_id, place::integer + coalesce((
      select max(number)
      from corrections as earlier
      where earlier.organization_id = $1 and earlier.subject_type = sent.subject_type
        and earlier.subject_id = sent.subject_id
    ), 0), to_timestamp(at_ms::float8 / 1000), member, from_value::jsonb, to_value::jsonb, reason,
    token_id
  from ${ORGANIZATION}
  cross join unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::text[], $10::text[]) as sent (subject_type, subject_id, place, at_ms, member,
    from_value, to_value, reason, token_id)`

/** Writes corrections, in this order, of records that this transaction has locked. */
export function writeCorrections(
  tx: OrganizationTransaction,
  corrections: readonly NewCorrection[],
): void {
  if (corrections.length === 0) return
  const places = new Map<string, number>()
  const placeOf = ({ subjectType, subjectId }: NewCorrection) => {
    const key = `${subjectType} ${subjectId}`
    const place = (places.get(key) ?? 0) + 1
    places.set(key, place)
    return String(place)
  }
  const column = (of: (correction: NewCorrection) => string | null) => corrections.map(of)
  void tx.run(INSERT, [
    column(({ subjectType }) => subjectType),
    column(({ subjectId }) => subjectId),
    column(placeOf),
    column(({ at }) => String(at.getTime())),
    column(({ member }) => member),
    column(({ from }) => jsonOf(from)),
    column(({ to }) => jsonOf(to)),
    column(({ reason }) => reason),
    column(({ tokenId }) => tokenId),
  ])
}

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

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
