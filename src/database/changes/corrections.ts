import { isDeepStrictEqual } from 'node:util'
import { ORGANIZATION, type OrganizationTransaction } from './organization-transaction.ts'

/** The record types that have corrections, and the table of each. */
export const SUBJECT_TABLES = {
  fbo_account: 'fbo_accounts',
  inventory_item: 'inventory_items',
  outbound_shipment: 'outbound_shipments',
  transfer_batch: 'transfer_batches',
} as const

/** A member with the values before and after; null stands for none. */
export interface CorrectedMember {
  readonly member: string
  readonly from: unknown
  readonly to: unknown
}

/** The members that have another value after than before, each with both. */
export function correctionsOf<Members extends object>(
  before: Members,
  after: Members,
  members: readonly (keyof Members & string)[],
  isSame: (one: unknown, other: unknown) => boolean = isDeepStrictEqual,
): CorrectedMember[] {
  return members
    .filter((member) => !isSame(before[member], after[member]))
    .map((member) => ({ member, from: before[member] ?? null, to: after[member] ?? null }))
}

/** The same entries in another order are the same list. */
export function isSameInAnyOrder(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value)
  return isDeepStrictEqual(sorted(one), sorted(other))
}

/** The values of some members before and after, as an event has them; none without a change. */
export function valuesOf(corrected: readonly CorrectedMember[], members: readonly string[]) {
  const shown = corrected.filter(({ member }) => members.includes(member))
  if (shown.length === 0) return {}
  const before = Object.fromEntries(shown.map(({ member, from }) => [member, from]))
  return { before, after: Object.fromEntries(shown.map(({ member, to }) => [member, to])) }
}

/** The corrections of one record by one change, in this order; the database numbers them. */
interface NewCorrections {
  readonly subjectType: keyof typeof SUBJECT_TABLES
  readonly subjectId: string
  readonly at: Date
  readonly reason: string | null
  readonly tokenId: string | null
  readonly corrected: readonly CorrectedMember[]
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

/** Writes the corrections of records that this transaction has locked, each named once. */
export function writeCorrections(
  tx: OrganizationTransaction,
  records: readonly NewCorrections[],
): void {
  const rows = records.flatMap(({ corrected, ...record }) =>
    corrected.map((one, index) => ({ ...record, ...one, place: index + 1 })),
  )
  if (rows.length === 0) return
  void tx.run(INSERT, [
    rows.map(({ subjectType }) => subjectType),
    rows.map(({ subjectId }) => subjectId),
    rows.map(({ place }) => String(place)),
    rows.map(({ at }) => String(at.getTime())),
    rows.map(({ member }) => member),
    rows.map(({ from }) => jsonOf(from)),
    rows.map(({ to }) => jsonOf(to)),
    rows.map(({ reason }) => reason),
    rows.map(({ tokenId }) => tokenId),
  ])
}

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}
