import type { KeyObject } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowOf, rowsOf } from '../../database/changes/row-of.ts'
import { KeysetPages } from '../../database/keyset-page.ts'
import { instant, namedObject, recordId } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { canonical } from '../../domain/text.ts'
import { isSignedBy, type PublicJwk, type Signer, verifierOf } from './signing-key.ts'

/** Every signed checkpoint names its format, so that no other signature can pass for one. */
export const CHECKPOINT_FORMAT = 'vault-inventory-checkpoint-1'

export const EVENT_CHECKPOINT = namedObject(
  'EventCheckpoint',
  'A signed statement how far the sealed log went at a time, and with which hash.',
  {
    format: Type.Enum([CHECKPOINT_FORMAT], {
      description: 'The format of the checkpoint, which is signed with it.',
      examples: [CHECKPOINT_FORMAT],
    }),
    organizationId: recordId('The organization.', EXAMPLE_IDS.organization),
    sequence: Type.Integer({
      description: 'The last event of the chain at that time; 0 if there was none.',
      minimum: 0,
      examples: [42],
    }),
    chainHash: Type.String({
      description: 'The `chainHash` of that event; zeros if there was none.',
      pattern: '^[0-9a-f]{64}$',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    at: instant('it was signed', '2026-11-21T11:00:00.000Z'),
    keyId: recordId(
      'The key that signed it, as in `/.well-known/vault-keys.json`.',
      EXAMPLE_IDS.signingKey,
    ),
    signature: Type.String({
      description:
        'Ed25519 signature of the canonical form (RFC 8785) of `format`, `organizationId`, ' +
        '`sequence`, `chainHash` and `at`; in base64.',
      pattern: '^[A-Za-z0-9+/]{86}==$',
      examples: [`${'A'.repeat(86)}==`],
    }),
  },
)

export type EventCheckpoint = Static<typeof EVENT_CHECKPOINT>

export interface EventCheckpointRow {
  readonly organizationId: string
  readonly sequence: number
  readonly at: Date
  readonly chainHash: Buffer
  readonly keyId: string
  readonly signature: Buffer
}

const EVENT_CHECKPOINT_COLUMNS =
  'organization_id, sequence::float8 as sequence, at, chain_hash, key_id, signature'

export function toEventCheckpoint(row: EventCheckpointRow): EventCheckpoint {
  return {
    format: CHECKPOINT_FORMAT,
    organizationId: row.organizationId,
    sequence: row.sequence,
    chainHash: row.chainHash.toString('hex'),
    at: row.at.toISOString(),
    keyId: row.keyId,
    signature: row.signature.toString('base64'),
  }
}

/** Whether a key with this end signs nothing at that time; undefined if it is gone. */
export function isRetired(retiredAt: Date | null | undefined, at: Date): boolean {
  return retiredAt !== null && (retiredAt === undefined || at > retiredAt)
}

/** Signs how far the chain goes. */
export function signCheckpoint(
  organizationId: string,
  { number, chainHash }: { readonly number: number; readonly chainHash: Buffer },
  at: Date,
  signer: Signer,
): EventCheckpointRow {
  const { keyId } = signer
  const row = { organizationId, sequence: number, at, chainHash, keyId, signature: Buffer.alloc(0) }
  return { ...row, signature: signer.sign(signedText(toEventCheckpoint(row))) }
}

/** The keys that may sign checkpoints, by id. */
export type Verifiers = ReadonlyMap<
  string,
  { readonly key: KeyObject; readonly retiredAt: string | null | undefined }
>

export function verifiersOf(keys: readonly PublicJwk[]): Verifiers {
  return new Map(keys.map((jwk) => [jwk.kid, { key: verifierOf(jwk), retiredAt: jwk.retiredAt }]))
}

/** Why none of the keys proves a checkpoint; undefined if one does. */
export function whyUnsigned(checkpoint: EventCheckpoint, verifiers: Verifiers): string | undefined {
  const { keyId, at, signature } = checkpoint
  const verifier = verifiers.get(keyId)
  if (verifier === undefined) return `the key ${keyId} is not among the keys of the vault`
  const { key, retiredAt } = verifier
  if (retiredAt && at > retiredAt) return `its key ${keyId} was retired before, at ${retiredAt}`
  const isSigned = isSignedBy(key, signedText(checkpoint), Buffer.from(signature, 'base64'))
  return isSigned ? undefined : 'it was altered'
}

function signedText({ format, organizationId, sequence, chainHash, at }: EventCheckpoint): string {
  return canonical({ format, organizationId, sequence, chainHash, at })
}

/** Newest first: the chain only grows. */
export const CHECKPOINT_PAGES = new KeysetPages<EventCheckpointRow>({
  order: {
    direction: 'descending',
    key: [
      { name: 'sequence', type: 'number' },
      { name: 'at', type: 'instant' },
    ],
  },
  columns: ['checkpoint.sequence', 'at'],
  conditions: {},
  select: ({ where, rows }) => `
    select ${EVENT_CHECKPOINT_COLUMNS} from event_checkpoints as checkpoint
    where organization_id = $1 ${where}
    ${rows}`,
})

const BETWEEN = `
  select ${EVENT_CHECKPOINT_COLUMNS} from event_checkpoints as checkpoint
  where organization_id = $1 and checkpoint.sequence > $2 and checkpoint.sequence <= $3
  order by checkpoint.sequence, at`

/** The checkpoints over events with a number above `after`, up to `to`, in the order of the feed. */
export const findCheckpoints = rowsOf<EventCheckpointRow, [after: number, to: number]>(BETWEEN)

export const LAST_CHECKPOINT = `
  select ${EVENT_CHECKPOINT_COLUMNS} from event_checkpoints as checkpoint
  where organization_id = $1
  order by checkpoint.sequence desc, at desc limit 1`

export const lastCheckpoint = rowOf<EventCheckpointRow, []>(LAST_CHECKPOINT)

const OTHERS = `
  select exists (
    select from events
    where organization_id = $1 and number > $2 and number <= $3
      and type <> 'event_checkpoint.created'
  ) as found`

/** Whether there are events above `after`, up to `to`, that are not those of checkpoints. */
export async function hasOtherEvents(
  tx: OrganizationTransaction,
  after: number,
  to: number,
): Promise<boolean> {
  const [row] = await tx.run<{ found: boolean }>(OTHERS, [after, to])
  return row?.found === true
}

const INSERT = `
  insert into event_checkpoints (organization_id, sequence, at, chain_hash, key_id, signature)
  values ($1, $2::bigint, $3::timestamptz, $4, $5, $6)
  on conflict do nothing`

/** Leaves the same checkpoint of the same millisecond as it is. */
export function insertCheckpoint(
  tx: OrganizationTransaction,
  { sequence, at, chainHash, keyId, signature }: EventCheckpointRow,
): void {
  void tx.run(INSERT, [sequence, at.toISOString(), chainHash, keyId, signature])
}
