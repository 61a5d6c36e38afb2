import { type Static, Type } from 'typebox'
import { IN_MINOR_UNITS, namedObject, recordId } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { CENTS_SUM_PATTERN } from '../../domain/limits.ts'
import { FBO_ACCOUNT } from './fbo-account.ts'

export const INSURED_EXPOSURE = namedObject(
  'InsuredExposure',
  'The maximum insured value of an account, and how much of it is used.',
  {
    fboAccountId: recordId('Identifier of the account.', EXAMPLE_IDS.fboAccount),
    exposureCents: Type.String({
      title: 'ExposureCents',
      description:
        'The declared value of the items that the account holds and of those that pending ' +
        `transfers bring into it. ${IN_MINOR_UNITS}: a decimal whole number, as a string.`,
      pattern: CENTS_SUM_PATTERN,
      examples: ['17500000'],
    }),
    maxInsuredValueCents: FBO_ACCOUNT.properties.maxInsuredValueCents,
    headroomCents: Type.String({
      title: 'HeadroomCents',
      description:
        `The maximum insured value minus the exposure. ${IN_MINOR_UNITS}: a decimal whole number, ` +
        'as a string. Negative if the exposure is over the maximum.',
      pattern: CENTS_SUM_PATTERN,
      examples: ['7500000'],
    }),
    isOverMaximum: Type.Boolean({
      description: 'Whether the exposure is over the maximum insured value.',
      examples: [false],
    }),
  },
)

/** Cents as decimal text. */
export interface InsuredExposureRow {
  readonly fboAccountId: string
  /** A sum: it can be more than a bigint holds. */
  readonly exposureCents: string
  readonly maxInsuredValueCents: string
}

export function toInsuredExposure(row: InsuredExposureRow): Static<typeof INSURED_EXPOSURE> {
  const headroomCents = BigInt(row.maxInsuredValueCents) - BigInt(row.exposureCents)
  return { ...row, headroomCents: `${headroomCents}`, isOverMaximum: headroomCents < 0n }
}

/**
 * The exposure of `account`, in SQL: the declared value of the items that it holds, and of those
 * that pending batches bring. A batch counts from its creation on: two batches that are too much
 * together cannot both be approved, even at the same time. An expired batch does not count, ended
 * or not.
 */
export const EXPOSURE_CENTS = `(
    select coalesce(sum(item.declared_value_cents), 0)
    from inventory_items as item
    where item.organization_id = $1 and item.fbo_account_id = account.id
      and item.status in ('in_vault', 'on_hold')
  ) + (
    select coalesce(sum(item.declared_value_cents), 0)
    from transfer_batches as batch
    cross join lateral unnest(batch.item_ids) as line (item_id)
    join inventory_items as item on item.organization_id = $1 and item.id = line.item_id
    where batch.organization_id = $1 and batch.to_fbo_account_id = account.id
      and batch.status = 'pending'
      and (batch.expires_at is null or batch.expires_at > statement_timestamp())
  )`
