import type { TransferDetails } from '../api/schema.ts'

type Reason = TransferDetails['review'][number]

/** The reasons why a transfer needs approval by a person. */
export const REVIEW_REASONS: Readonly<Record<Reason, string>> = {
  item_count_over_limit: 'It has more items than can be approved automatically.',
  declared_value_over_limit: 'Its declared value is higher than can be approved automatically.',
  reason_not_covered: 'Some items have a reason that is not approved automatically.',
  insured_exposure_over_maximum: 'It would take the destination over its insured maximum.',
  daily_item_count_over_limit:
    'It would exceed the number of items approved automatically per day.',
  daily_declared_value_over_limit:
    'It would exceed the declared value approved automatically per day.',
  recently_revalued: 'Its creator changed the declared value of an item recently.',
  several_approvals_required: 'Several people must approve it.',
}

/** The same in few words. */
export const REVIEW_WORDS: Readonly<Record<Reason, string>> = {
  item_count_over_limit: 'many items',
  declared_value_over_limit: 'high value',
  reason_not_covered: 'reason needs approval',
  insured_exposure_over_maximum: 'over the insured maximum',
  daily_item_count_over_limit: 'daily item limit',
  daily_declared_value_over_limit: 'daily value limit',
  recently_revalued: 'value changed recently',
  several_approvals_required: 'several approvals',
}
