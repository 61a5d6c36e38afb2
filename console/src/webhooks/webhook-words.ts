import type { WebhookEndpoint } from '../api/schema.ts'
import { eventWords } from '../events/event-types.ts'

const REASONS = {
  by_request: 'It was disabled by a person.',
  gone: 'The receiver responded with 410 (Gone).',
  failing: 'Every attempt failed for five days.',
} as const

/** The reason why nothing is sent; undefined if the endpoint is enabled. */
export function disabledWords({ disabledReason }: WebhookEndpoint): string | undefined {
  return disabledReason === null ? undefined : REASONS[disabledReason]
}

/** The types that are sent, in few words. */
export function typesWords(types: WebhookEndpoint['types']): string {
  if (types === null) return 'All events'
  const [first = '', ...others] = types
  return others.length === 0
    ? eventWords(first)
    : `${eventWords(first)} and ${others.length} more types`
}
