import type { OrganizationMode } from '../../domain/caller.ts'

/** An organization that the vault keeps items for. */
export interface Organization {
  readonly id: string
  readonly name: string
  /** `test` for the tests of an integrator. It never changes. */
  readonly mode: OrganizationMode
  /** ISO 4217, of every amount of the organization. It never changes. */
  readonly currency: string
  readonly createdAt: Date
}

export const ORGANIZATION_COLUMNS = ['id', 'name', 'mode', 'currency', 'created_at'] as const

export const CURRENCY_DEFAULT = 'USD'

/** Whether the code is of a currency that exists, or existed. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code)
}
