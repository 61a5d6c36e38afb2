import type { FullVault } from '../vault/full-vault.ts'
import { type Corruption, update } from './corrupt-references.ts'

/** Values that do not follow from their valuations; the item at rest has two. */
export function ofValues({ items: { resting }, from }: FullVault): Corruption[] {
  const valuation = (number: number, change: string) =>
    `update inventory_valuations set ${change}
     where inventory_item_id = '${resting}' and number = ${number}`
  const exposure = `past_exposure_differs_from_log ${from}`
  return [
    [
      'the value of an item',
      [update('inventory_items', resting, 'declared_value_cents = 201')],
      `item_value_differs_from_valuations ${resting}`,
      exposure,
    ],
    [
      'a valuation that is gone',
      [`delete from inventory_valuations where inventory_item_id = '${resting}' and number = 1`],
      `item_valuations_incomplete ${resting}`,
      exposure,
    ],
    [
      'the value that a valuation found',
      [valuation(2, 'from_value_cents = 301')],
      `valuation_breaks_chain ${resting}`,
      exposure,
    ],
    [
      'the time of a valuation',
      [valuation(1, "at = at + interval '1 day'")],
      `valuation_goes_back ${resting}`,
      exposure,
    ],
    [
      'what a valuation names',
      [valuation(2, "token_id = 'gone'")],
      `valuation_token_missing ${resting}`,
    ],
    [
      'the item of a valuation',
      [valuation(2, "inventory_item_id = 'gone', number = 1")],
      'valuation_item_missing gone',
      `item_value_differs_from_valuations ${resting}`,
      exposure,
    ],
  ]
}
