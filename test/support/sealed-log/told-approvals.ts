import {
  APPROVAL_FORMAT,
  type ApprovalContent,
  challengeOf,
  itemsSha256,
} from '../../../src/access/passkeys/approval-content.ts'
import type { EventType } from '../../../src/domain/events.ts'
import type { EventRow } from '../../../src/history/events/event.ts'
import type { SoftwareAuthenticator } from '../passkeys/software-authenticator.ts'
import { ORGANIZATION_ID } from './made-export.ts'

/** An event of a made log, without what all have. */
export interface Told {
  readonly type: string
  readonly tokenId?: string | null
  readonly id: string
  /** The type of its record, if its own type does not begin with that. */
  readonly subject?: EventRow['subjectType']
  readonly data: Record<string, unknown>
}

export const content = (id: string, more: Partial<ApprovalContent> = {}): ApprovalContent => ({
  format: APPROVAL_FORMAT,
  organizationId: ORGANIZATION_ID,
  type: 'transfer',
  id,
  version: 1,
  totalItems: 2,
  itemsSha256: itemsSha256(['item_1', 'item_2']),
  declaredValueCents: '5000000',
  fromFboAccountId: 'fbo_1',
  toFboAccountId: 'fbo_2',
  ...more,
})

export function proofBy(passkey: SoftwareAuthenticator, of: ApprovalContent) {
  return { ...passkey.sign({ challenge: challengeOf(of) }), content: of }
}

export const issued = (id: string, personId: string): Told => ({
  type: 'access_token.issued',
  id,
  data: { permissions: [], personId },
})

export const registered = (id: string, personId: string, passkey: SoftwareAuthenticator): Told => ({
  type: 'passkey.registered',
  id,
  data: {
    personId,
    credentialId: passkey.credentialId,
    publicKey: passkey.publicKey.toString('base64url'),
    algorithm: passkey.algorithm,
    rpId: 'localhost',
  },
})

export const policy = (after: Record<string, unknown>): Told => ({
  type: 'organization_policy.updated',
  id: ORGANIZATION_ID,
  data: { after },
})

export const created = (id: string): Told => ({
  type: 'transfer.created',
  id,
  data: { version: 1 },
})

const accounts = { fromFboAccountId: 'fbo_1', toFboAccountId: 'fbo_2' }

export function completed(id: string, tokenId: string): Told {
  const data = { version: 2, totalItems: 2, ...accounts, approvedBySystem: false }
  return { type: 'transfer.completed', tokenId, id, data }
}

/** An approval with its proof, which is the last that the record needs. */
export function approved(id: string, tokenId: string, proof: object): Told[] {
  const data = { version: 2, totalItems: 2, ...accounts, proof }
  return [{ type: 'transfer.approval_given', tokenId, id, data }, completed(id, tokenId)]
}

/** The row of an event, from its place in the log. */
export const toldRow = (
  { type, tokenId = 'tok_ada', id, subject, data }: Told,
  index: number,
): EventRow => ({
  organizationId: ORGANIZATION_ID,
  mode: 'live',
  number: index + 1,
  type: type as EventType,
  // Further apart than a transaction may take.
  occurredAt: new Date(Date.parse('2026-11-21T10:00:00.000Z') + index * 300_000),
  tokenId,
  owner: null,
  personId: null,
  personName: null,
  system: tokenId === null ? 'policy' : null,
  requestId: null,
  subjectType: subject ?? (type.split('.', 1)[0] as EventRow['subjectType']),
  subjectId: id,
  data: JSON.stringify(data),
  chainHash: null,
})
