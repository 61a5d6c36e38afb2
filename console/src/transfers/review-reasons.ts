import type { TransferDetails } from '../api/schema.ts'

type Reason = TransferDetails['review'][number]

/** Why the policy left a transfer to a person, in words. */
export const REVIEW_REASONS: Readonly<Record<Reason, string>> = {
  item_count_over_limit: 'It has more items than the policy approves by itself.',
  declared_value_over_limit: 'Its declared value is higher than the policy approves by itself.',
  reason_not_covered: 'The policy does not approve every reason of its items by itself.',
  insured_exposure_over_maximum: 'It would take the destination over its insured maximum.',
  daily_item_count_over_limit:
    'With it, the policy would approve more items in one day than its limit.',
  daily_declared_value_over_limit:
    'With it, the policy would approve more declared value in one day than its limit.',
}

/** The same where there is little room. */
export const REVIEW_WORDS: Readonly<Record<Reason, string>> = {
  item_count_over_limit: 'many items',
  declared_value_over_limit: 'high value',
  reason_not_covered: 'reason not covered',
  insured_exposure_over_maximum: 'over the insured maximum',
  daily_item_count_over_limit: 'items per day',
  daily_declared_value_over_limit: 'value per day',
}
