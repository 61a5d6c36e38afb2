import type { BrokenRow } from './broken-rows.ts'

const AT = new Date('2026-01-01T00:00:00Z')
const ENDED = { status: 'delivered', nextAttemptAt: null, endedAt: AT }

/** Rows of webhooks that break exactly one rule each. */
export const BROKEN_WEBHOOKS: readonly BrokenRow[] = (
  [
    ['webhook_endpoints', { organizationId: 'nobody' }, 'organization'],
    ['webhook_endpoints', { types: [] }, 'types_some'],
    ['webhook_endpoints', { isEnabled: false, disabledReason: 'x' }, 'disabled_reason_known'],
    ['webhook_endpoints', { isEnabled: false }, 'disabled_for_a_reason'],
    ['webhook_endpoints', { disabledReason: 'gone' }, 'disabled_for_a_reason'],
    ['webhook_endpoints', { previousEncryptedSecret: 'x' }, 'previous_secret_ends'],
    ['webhook_endpoints', { previousSecretEndsAt: AT }, 'previous_secret_ends'],
    ['webhook_endpoint_health', { organizationId: 'nobody' }, 'organization'],
    ['webhook_endpoint_health', { endpointId: 'away_hook' }, 'endpoint'],
    ['webhook_endpoint_health', { position: '-1' }, 'position_not_negative'],
    ['webhook_deliveries', { organizationId: 'nobody' }, 'organization'],
    ['webhook_deliveries', { endpointId: 'away_hook' }, 'endpoint'],
    ['webhook_deliveries', { ...ENDED, status: 'lost' }, 'status_known'],
    ['webhook_deliveries', { attempts: -1, attemptsBefore: -1 }, 'attempts_before_range'],
    ['webhook_deliveries', { attempts: 1, attemptsBefore: 2 }, 'attempts_before_range'],
    ['webhook_deliveries', { nextAttemptAt: null }, 'next_while_pending'],
    ['webhook_deliveries', { ...ENDED, nextAttemptAt: AT }, 'next_while_pending'],
    ['webhook_deliveries', { ...ENDED, claimedUntil: AT }, 'claimed_while_pending'],
    ['webhook_deliveries', { endedAt: AT }, 'ends'],
    ['webhook_deliveries', { ...ENDED, endedAt: null }, 'ends'],
    ['webhook_attempts', { organizationId: 'nobody' }, 'organization'],
    ['webhook_attempts', { endpointId: 'away_hook' }, 'endpoint'],
    ['webhook_attempts', { number: 0 }, 'number_positive'],
  ] as const
).map(([table, columns, rule]) => [table, columns, `${table}_${rule}`])
