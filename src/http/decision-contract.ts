import type { TObject } from 'typebox'
import type { RefusalCode } from '../domain/errors.ts'
import type { Permission } from '../domain/permissions.ts'

/** The parts that differ between the contracts of approve, reject and cancel. */
export interface DecisionContract {
  readonly operationId: string
  readonly description: string
  readonly permission: Permission
  readonly body: TObject
  readonly bodyIsOptional?: true
  /** The description of the response. */
  readonly outcome: string
  readonly refusals: readonly RefusalCode[]
}
