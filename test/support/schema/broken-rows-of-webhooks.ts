import type { Row } from './schema-rows.ts'

const AT = new Date('2026-01-01T00:00:00Z')
const DELIVERED = { status: 'delivered', nextAttemptAt: null, endedAt: AT }

export type BrokenRule = readonly [rule: string, columns: Row]

export const BROKEN_ROWS_OF_WEBHOOKS: Readonly<Record<string, readonly BrokenRule[]>> = {
  webhook_endpoints: [
    ['organization', { organizationId: 'nobody' }],
    ['types_some', { types: [] }],
    ['disabled_reason_known', { isEnabled: false, disabledReason: 'x' }],
    ['disabled_for_a_reason', { isEnabled: false }],
    ['disabled_for_a_reason', { disabledReason: 'gone' }],
    ['previous_secret_ends', { previousEncryptedSecret: 'x' }],
    ['previous_secret_ends', { previousSecretEndsAt: AT }],
  ],
  webhook_endpoint_health: [
    ['organization', { organizationId: 'nobody' }],
    ['endpoint', { endpointId: 'away_hook' }],
    ['position_not_negative', { position: '-1' }],
  ],
  webhook_deliveries: [
    ['organization', { organizationId: 'nobody' }],
    ['endpoint', { endpointId: 'away_hook' }],
    ['status_known', { status: 'lost', nextAttemptAt: null, endedAt: AT }],
    ['attempts_before_range', { attempts: -1, attemptsBefore: -1 }],
    ['attempts_before_range', { attempts: 1, attemptsBefore: 2 }],
    ['next_while_pending', { nextAttemptAt: null }],
    ['next_while_pending', { status: 'delivered', nextAttemptAt: AT, endedAt: AT }],
    ['claimed_while_pending', { ...DELIVERED, claimedUntil: AT }],
    ['ends', { endedAt: AT }],
    ['ends', { status: 'delivered', nextAttemptAt: null, endedAt: null }],
  ],
  webhook_attempts: [
    ['organization', { organizationId: 'nobody' }],
    ['endpoint', { endpointId: 'away_hook' }],
    ['number_positive', { number: 0 }],
  ],
}
