import type { BrokenRule } from './broken-rows-of-webhooks.ts'

export const RULES_OF_REVALUATIONS: Readonly<Record<string, readonly BrokenRule[]>> = {
  inventory_valuations: [
    ['number_positive', { number: 0 }],
    ['values', { fromValueCents: '-1' }],
    ['values', { toValueCents: '-1' }],
    ['values', { toValueCents: '100' }],
    ['reason_length', { reason: '' }],
    ['reason_length', { reason: 'x'.repeat(2_001) }],
  ],
}
