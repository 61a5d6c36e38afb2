import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { Refusal } from '../../domain/errors.ts'
import { CHAIN_START, type ChainPlace, follow, rowsOfLog } from './chain.ts'
import {
  type EventCheckpointRow,
  lastCheckpoint,
  toEventCheckpoint,
  type Verifiers,
  whyUnsigned,
} from './event-checkpoint.ts'
import { findSeals, lastSeal } from './seal-events.ts'
import { keyRetiredAt, type Signer } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Events that one transaction checks. */
const CHECKED_MAX = 20_000

interface CheckedChainsObserver {
  readonly contradicted: (organizationId: string, contradiction: string) => void
  /** Called for each checkpoint that this process has signed and stored. */
  readonly signed: (checkpoint: EventCheckpointRow) => void
}

/** The signer of the chains of all organizations, with the keys as of now. */
export interface Signing {
  readonly chains: CheckedChains
  readonly signer: Signer
  readonly verifiers: Verifiers
}

/** The part of a chain that fits its events and everything that was signed before. */
interface CheckedChain {
  readonly checked: ChainPlace
  /** Whether that is all that is sealed. */
  readonly isComplete: boolean
  readonly newest: EventCheckpointRow | undefined
  /** The end of the key that is to sign; null if it has none; undefined if the key is gone. */
  readonly retiredAt: Date | null | undefined
}

interface Known {
  /** Checked in earlier transactions. */
  readonly place: ChainPlace
  readonly newest: EventCheckpointRow | undefined
}

/**
 * Compares a chain with what was signed of it, before it is signed again. The chain has no secret:
 * without this, the service would sign what somebody wrote into the database.
 *
 * A process remembers the newest checkpoint that it has seen, so deleting rows hides nothing from
 * it. A database that was restored or lost its last transactions takes a start of the process.
 */
export class CheckedChains {
  readonly #keys: SigningKeys
  readonly #observer: CheckedChainsObserver
  readonly #known = new Map<string, Known>()
  readonly #contradicting = new Set<string>()

  constructor(keys: SigningKeys, observer: CheckedChainsObserver) {
    this.#keys = keys
    this.#observer = observer
  }

  /** @throws {Refusal} `signing_key_missing` */
  async signing(): Promise<Signing> {
    return { chains: this, ...(await this.#keys.forSigning()) }
  }

  /** Whether the last check of the organization's chain found a contradiction. */
  isContradicted(organizationId: string): boolean {
    return this.#contradicting.has(organizationId)
  }

  remember(checkpoint: EventCheckpointRow): void {
    const { organizationId, sequence: number, chainHash } = checkpoint
    const known = this.#known.get(organizationId)
    if (known?.newest !== undefined && !isBefore(known.newest, checkpoint)) return
    this.#known.set(organizationId, { place: { number, chainHash }, newest: checkpoint })
    this.#observer.signed(checkpoint)
  }

  /**
   * Checks the next `CHECKED_MAX` events behind the newest checkpoint, in the signing transaction.
   * @returns a {Refusal} where the chain contradicts what was signed, or its events
   */
  async check(
    tx: OrganizationTransaction,
    { signer, verifiers }: Signing,
  ): Promise<CheckedChain | Refusal> {
    const { organizationId } = tx
    // Read before the statements, which may miss what this process makes meanwhile.
    const known = this.#known.get(organizationId)
    const [last, newest, retiredAt] = await Promise.all([
      lastSeal(tx.run),
      lastCheckpoint(tx),
      keyRetiredAt(tx.run, signer.keyId),
    ])
    const found = contradictionOf(newest, known, verifiers)
    if (found !== undefined) return this.#contradicted(organizationId, found)
    const signed = newest && { number: newest.sequence, chainHash: newest.chainHash }
    const places = [signed, known?.place].filter((place) => place !== undefined)
    const seals = await findSeals(
      tx.run,
      places.map(({ number }) => number),
    )
    const other = places.find(
      ({ number, chainHash }) => number > 0 && !seals.get(number)?.equals(chainHash),
    )
    if (other !== undefined) {
      const what = `the seal of event ${other.number} is not the one that was signed`
      return this.#contradicted(organizationId, what)
    }
    const start = places.reduce(
      (one, other) => (other.number > one.number ? other : one),
      CHAIN_START,
    )
    const checked = await checkChain(tx, start, Math.min(last.number, start.number + CHECKED_MAX))
    if (typeof checked === 'string') return this.#contradicted(organizationId, checked)
    if (this.#known.get(organizationId) === known) {
      this.#known.set(organizationId, { place: checked, newest })
    }
    this.#contradicting.delete(organizationId)
    return { checked, isComplete: checked.number === last.number, newest, retiredAt }
  }

  #contradicted(organizationId: string, contradiction: string): Refusal {
    this.#contradicting.add(organizationId)
    this.#observer.contradicted(organizationId, contradiction)
    return new Refusal('sealed_log_contradicted', {
      detail: `Nothing was signed, because the log differs from what was signed before: ${contradiction}. Tell the vault's operator, who runs vault-inventory verify.`,
    })
  }
}

function contradictionOf(
  newest: EventCheckpointRow | undefined,
  known: Known | undefined,
  verifiers: Signing['verifiers'],
): string | undefined {
  const before = known?.newest
  if (before !== undefined && (newest === undefined || isBefore(newest, before))) {
    return `the checkpoint of ${before.at.toISOString()} over event ${before.sequence} is gone`
  }
  if (newest === undefined || !whyUnsigned(toEventCheckpoint(newest), verifiers)) return undefined
  return `no key of the vault signed the newest checkpoint, which is over event ${newest.sequence}`
}

/** The place behind these events, or the first contradiction of their seals. */
async function checkChain(
  tx: OrganizationTransaction,
  from: ChainPlace,
  to: number,
): Promise<ChainPlace | string> {
  let checked = from
  for await (const { link, place } of follow(from, rowsOfLog(tx, { from: from.number, to }))) {
    if (link === 'missing') break
    if (link !== 'fits') return `event ${place.number} is not what was sealed`
    checked = place
  }
  return checked.number < to ? `event ${checked.number + 1} is missing` : checked
}

function isBefore(one: EventCheckpointRow, other: EventCheckpointRow): boolean {
  return (
    one.sequence < other.sequence ||
    (one.sequence === other.sequence && one.at.getTime() < other.at.getTime())
  )
}
