import type { WebhookEndpoint } from '../api/schema.ts'

const REASONS = {
  by_request: 'It was disabled by a person.',
  gone: 'The receiver responded with 410 (Gone).',
  failing: 'Every attempt failed for five days.',
} as const

/** The reason why nothing is sent; undefined if the endpoint is enabled. */
export function disabledWords({ disabledReason }: WebhookEndpoint): string | undefined {
  return disabledReason === null ? undefined : REASONS[disabledReason]
}
