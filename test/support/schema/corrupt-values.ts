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
      [valuation(2, "token_id = 'gone', revaluation_id = 'gone'")],
      `valuation_token_missing ${resting}`,
      `valuation_revaluation_missing ${resting}`,
    ],
    [
      'what a revaluation names',
      [
        `insert into revaluations (organization_id, id, status, reason, total_items, item_ids,
           from_values_cents, to_values_cents, requested_by_token_id, created_at, decided_at,
           decided_by_token_id)
         select organization_id, 'reval_odd', 'rejected', 'Why', 1, '{gone}', '{1}', '{2}', 'gone',
           now(), now(), 'gone'
         from inventory_items where id = '${resting}'`,
      ],
      'revaluation_item_missing reval_odd',
      'revaluation_requester_missing reval_odd',
      'revaluation_decider_missing reval_odd',
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
