import { createHash, randomBytes } from 'node:crypto'
import { canonical } from '../../../src/domain/text.ts'
import type { EventRow } from '../../../src/history/events/event.ts'
import { FIRST_HASH, sealedForm } from '../../../src/history/sealed-log/chain.ts'
import {
  signCheckpoint,
  toEventCheckpoint,
} from '../../../src/history/sealed-log/event-checkpoint.ts'
import { EXPORT_FORMAT } from '../../../src/history/sealed-log/export-lines.ts'
import {
  newSigningKey,
  type PublicJwk,
  type Signer,
  signerOf,
  toJwk,
} from '../../../src/history/sealed-log/signing-key.ts'
import { Secrets } from '../../../src/runtime/secrets/secrets.ts'

export const ORGANIZATION_ID = 'org_custody'

const BEGAN_AT = Date.parse('2026-11-21T10:00:00.000Z')

/** An export of a vault that does not exist, of which every hash and signature is right. */
export interface MadeExport {
  /** The lines without their ends: the header, then `events[n]` in line n + 1 and so on. */
  readonly lines: readonly string[]
  readonly keys: readonly PublicJwk[]
  readonly signer: Signer
}

/** @param checkpointEvery events between two checkpoints; the last line is one in any case */
export function madeExport(events: number, checkpointEvery: number): MadeExport {
  const secrets = new Secrets(() => [randomBytes(32)])
  const key = newSigningKey(secrets)
  return sealedExport(
    Array.from({ length: events }, (_, index) => eventRow(index + 1)),
    { checkpointEvery, keys: [toJwk(key)], signer: signerOf(key, secrets) },
  )
}

/** The hash of the chain with the event of this row, as docs/CUSTODY.md says. */
export function hashWith(before: Buffer, row: EventRow): Buffer {
  const { chainHash: _, ...event } = sealedForm(row)
  return createHash('sha256').update(before).update(canonical(event)).digest()
}

interface Sealing extends Omit<MadeExport, 'lines'> {
  readonly checkpointEvery: number
  /** An event as a forger writes it. */
  readonly forged?: (event: object, number: number) => object
}

/** An export of these rows. */
export function sealedExport(
  rows: readonly EventRow[],
  { checkpointEvery, keys, signer, forged = (event) => event }: Sealing,
): MadeExport {
  const lines: string[] = []
  let chainHash: Buffer = FIRST_HASH
  const sign = (number: number) => {
    const at = new Date((rows[number - 1]?.occurredAt.getTime() ?? BEGAN_AT) + 500)
    const seal = { number, chainHash }
    return canonical(toEventCheckpoint(signCheckpoint(ORGANIZATION_ID, seal, at, signer)))
  }
  for (const row of rows) {
    const { chainHash: _, ...sealed } = sealedForm(row)
    const event = forged(sealed, row.number)
    chainHash = createHash('sha256').update(chainHash).update(canonical(event)).digest()
    lines.push(canonical({ ...event, chainHash: chainHash.toString('hex') }))
    const isLast = row.number === rows.length
    if (!isLast && row.number % checkpointEvery === 0) lines.push(sign(row.number))
  }
  const exportedAt = new Date(BEGAN_AT + rows.length * 1_000 + 500).toISOString()
  const header = { format: EXPORT_FORMAT, organizationId: ORGANIZATION_ID, exportedAt, keys }
  lines.unshift(canonical({ ...header, events: rows.length }))
  return { lines: [...lines, sign(rows.length)], keys, signer }
}

/** Texts that a careless canonical form, or a careless reader of lines, gets wrong. */
const TEXTS = ['Ada', 'Zoë "Z" \\ Ł', 'line\nfeed\u2028and\u0007more', '🔑 \u007f €', null]

export function eventRow(number: number): EventRow {
  const text = TEXTS[number % TEXTS.length] as string | null
  return {
    organizationId: ORGANIZATION_ID,
    mode: 'live',
    number,
    type: 'transfer.completed',
    occurredAt: new Date(BEGAN_AT + number * 1_000),
    tokenId: text === null ? null : 'tok_custody',
    personId: null,
    personName: null,
    owner: text,
    system: text === null ? 'expiry' : null,
    requestId: text === null ? null : `request-${number}`,
    subjectType: 'transfer',
    subjectId: `xfer_${number}`,
    // With names that an object of JavaScript puts in another order, or takes for its own.
    data: `{"version": 2, "statusBefore": "pending", "statusAfter": "completed", "10": 1, "9": 2,
      "__proto__": {"totalItems": ${number}}, "after": ${JSON.stringify({ text })}}`,
    chainHash: null,
  }
}
