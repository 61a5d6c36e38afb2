import type { WebhookEndpoint } from '../api/schema.ts'
import { eventWords } from '../events/event-types.ts'

const REASONS = {
  by_request: 'Somebody disabled it.',
  gone: 'It responded with 410: it wants no more events.',
  failing: 'Every attempt of five days failed.',
} as const

/** Why nothing is sent; undefined where it is. */
export function disabledWords({ disabledReason }: WebhookEndpoint): string | undefined {
  return disabledReason === null ? undefined : REASONS[disabledReason]
}

/** Which events are sent, in few words. */
export function typesWords(types: WebhookEndpoint['types']): string {
  if (types === null) return 'All events'
  const [first = '', ...others] = types
  return others.length === 0
    ? eventWords(first)
    : `${eventWords(first)} and ${others.length} more types`
}
