import type { Identifier } from '../../src/domain/identifiers.ts'
import type { MetadataPatch } from '../../src/domain/metadata.ts'
import type { ModelPolicy, TransferEntry } from './model-state.ts'
import type { ShipmentChanges } from './predict-directions.ts'
import type { KINDS } from './predict-shipments.ts'
import type { PATHS } from './requests.ts'

export type ItemVerb = 'hold' | 'release' | 'withdraw'
export type ShipmentVerb = keyof typeof KINDS

/** An item as it is sent in. */
export interface IntakeEntry {
  readonly fboAccountId: string
  readonly description?: string
  readonly declaredValueCents?: string
  readonly identifiers?: readonly Identifier[]
}

/** An item with the value that it is to have. */
export interface NewValue {
  readonly inventoryItemId: string
  readonly declaredValueCents: string
}

export type RecordName = keyof typeof PATHS

interface Decision {
  readonly id: string
  readonly verb: 'approve' | 'reject' | 'cancel'
  readonly reason: string
}

export type Action =
  | {
      readonly op: 'setMaximum'
      readonly id: string
      readonly maxInsuredValueCents: string
      readonly reason: string
    }
  | { readonly op: 'makePrimary'; readonly id: string; readonly reason: string }
  | {
      readonly op: 'updateProfile'
      readonly id: string
      readonly changes: { readonly externalId?: string | null; readonly metadata?: MetadataPatch }
    }
  | { readonly op: 'createAccount'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly op: 'updateAccount'; readonly id: string; readonly firstName: string | null }
  | { readonly op: 'takeIn'; readonly entries: readonly IntakeEntry[]; readonly alone: boolean }
  | {
      readonly op: 'updateItem'
      readonly id: string
      readonly identifiers: readonly Identifier[]
      readonly metadata: MetadataPatch
    }
  | {
      readonly op: 'changeItem'
      readonly id: string
      readonly verb: ItemVerb
      readonly reason?: string
    }
  | {
      readonly op: 'createTransfer'
      readonly from: string
      readonly to: string
      readonly notes?: string
      readonly items: readonly TransferEntry[]
    }
  | (Decision & { readonly op: 'decideTransfer' })
  | (Decision & { readonly op: 'decideRevaluation' })
  | { readonly op: 'updateTransfer'; readonly id: string; readonly metadata: MetadataPatch }
  | {
      readonly op: 'createShipment'
      readonly account: string
      readonly directions: ShipmentChanges
      readonly notes?: string
      readonly items: readonly string[]
    }
  | {
      readonly op: 'moveShipment'
      readonly id: string
      readonly verb: ShipmentVerb
      readonly reason?: string
      readonly service?: string
    }
  | {
      readonly op: 'revalue'
      readonly values: readonly NewValue[]
      readonly reason: string
    }
  | { readonly op: 'updateShipment'; readonly id: string; readonly changes: ShipmentChanges }
  | { readonly op: 'updatePolicy'; readonly changes: Partial<ModelPolicy> }
  | { readonly op: 'getPolicy' }
  | { readonly op: 'getExposure'; readonly id: string }
  | { readonly op: 'get'; readonly record: RecordName; readonly id: string }

/** The actions of one operation. */
export type Of<Op extends Action['op']> = Extract<Action, { op: Op }>
