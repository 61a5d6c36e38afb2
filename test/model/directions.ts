import type { ModelShipment } from './model-state.ts'

/** Metadata is merged: null removes a pair. */
export interface ShipmentChanges
  extends Partial<
    Pick<ModelShipment, 'recipient' | 'service' | 'signatureRequired' | 'insuredValueCents'>
  > {
  readonly metadata?: Readonly<Record<string, string | null>>
}

type Directed = Pick<
  ModelShipment,
  'service' | 'signatureRequired' | 'insuredValueCents' | 'recipient' | 'metadata'
>

export const UNDIRECTED: Directed = {
  service: null,
  signatureRequired: false,
  insuredValueCents: null,
  recipient: null,
  metadata: {},
}

export function directed(before: Directed, { metadata, ...changes }: ShipmentChanges): Directed {
  const merged = Object.entries({ ...before.metadata, ...metadata })
  const kept = merged.filter((pair): pair is [string, string] => pair[1] !== null)
  const { service, signatureRequired, insuredValueCents, recipient } = { ...before, ...changes }
  const others = { service, signatureRequired, insuredValueCents, recipient }
  return { ...others, metadata: Object.fromEntries(kept) }
}
