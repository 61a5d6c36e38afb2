import type { Metadata } from '../../src/domain/metadata.ts'
import type { VaultModel } from './model-state.ts'

interface ModelCorrection {
  readonly member: string
  readonly from: unknown
  readonly to: unknown
  readonly reason: string | null
  readonly tokenId: string
}

interface ModelProfile {
  readonly fboAccountId: string
  readonly externalId: string | null
  readonly metadata: Metadata
  readonly changedAt: string | null
  readonly version: number
}

/** An account since its creation, as records and events have it. */
export interface AccountHistory {
  profile: ModelProfile
  readonly events: [type: string, version: number, changedMembers: readonly string[]][]
  readonly corrections: ModelCorrection[]
}

/** The history of an account; one that begins, if nothing has happened to it. */
export function historyOf({ histories }: VaultModel, fboAccountId: string): AccountHistory {
  const known = histories.get(fboAccountId)
  if (known !== undefined) return known
  const empty = { externalId: null, metadata: {}, changedAt: null, version: 1 }
  const history = { profile: { fboAccountId, ...empty }, events: [], corrections: [] }
  histories.set(fboAccountId, history)
  return history
}
