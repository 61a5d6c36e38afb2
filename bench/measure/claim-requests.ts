import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../test/support/vault/random.ts'
import { newKey } from '../../test/support/vault/replays.ts'
import type { ClaimCluster, MoveMode } from './claim-cluster.ts'

const NO_RESPONSE = 'no response'
const RESPONSE_MS_MAX = 60_000
const INSIST_MS_MAX = 300_000
const SHOWN_MAX = 20

export interface ClaimRequest {
  readonly operation: string
  readonly organizationId: string
  readonly token: string
  readonly path: string
  /** A change, which is sent under a key. */
  readonly body?: object
  readonly needsCoordinator?: true
}

export interface ClaimResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: members of bodies are read freely
  readonly body: any
}

/** Sends requests to any of the services, counts responses, and notes each that must not be. */
export class ClaimRequests {
  /** The port of each organization's node. */
  readonly places = new Map<string, number>()
  /** The last move of an organization's shard, and when its requests no longer wait for it. */
  readonly moves = new Map<string, { readonly mode: MoveMode; readonly until: number }>()
  /** Violations of promises, by name. */
  readonly violations = new Map<string, string[]>()
  readonly #cluster: ClaimCluster
  readonly #random: Random
  readonly #run: string
  #counts = new Map<string, Map<string, number>>()

  constructor(cluster: ClaimCluster, random: Random, run: string) {
    this.#cluster = cluster
    this.#random = random
    this.#run = run
  }

  /** An idempotency key of this run. */
  newKey(): string {
    return `${this.#run}-${newKey()}`
  }

  violate(promise: string, words: string): void {
    const known = this.violations.get(promise) ?? []
    known.push(words)
    this.violations.set(promise, known)
    if (known.length <= SHOWN_MAX) console.error(`${new Date().toISOString()} ${promise}: ${words}`)
  }

  /** The responses since the last call, by operation and status. */
  takeCounts(): ReadonlyMap<string, ReadonlyMap<string, number>> {
    const taken = this.#counts
    this.#counts = new Map()
    return taken
  }

  /** Sends it again, under the same key, until a response says whether it was done. */
  async insist(request: ClaimRequest, key = this.newKey()): Promise<ClaimResponse> {
    const end = Date.now() + INSIST_MS_MAX
    while (Date.now() < end) {
      const response = await this.once(request, key)
      const isUnclear =
        response === undefined ||
        response.status === 503 ||
        response.body?.code === 'idempotency_in_progress'
      if (!isUnclear) return response
      await pause(50)
    }
    throw new Error(`no response to ${request.operation} ${key} in ${INSIST_MS_MAX} ms`)
  }

  /** @returns undefined where the connection was lost */
  async once(
    request: ClaimRequest,
    key = this.newKey(),
    url = this.#random.pick(this.#cluster.ready).url,
  ): Promise<ClaimResponse | undefined> {
    const { operation, token, path, body } = request
    const begun = performance.now()
    try {
      const sent = await fetch(`${url}/v1/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json', 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(RESPONSE_MS_MAX),
      })
      const response = { status: sent.status, body: JSON.parse(await sent.text()) }
      this.#count(operation, `${response.status}`)
      if (response.status === 503 && !request.needsCoordinator)
        this.#judge503(request, response.body, begun)
      return response
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } }
      if (name === 'TimeoutError') this.violate('no response in a minute', operation)
      else if (cause?.code === undefined) throw error
      this.#count(operation, NO_RESPONSE)
      return undefined
    }
  }

  #count(operation: string, status: string): void {
    const known = this.#counts.get(operation) ?? new Map<string, number>()
    known.set(status, (known.get(status) ?? 0) + 1)
    this.#counts.set(operation, known)
  }

  /** Organizations of a node in trouble may get it, and those that a move blocks. */
  #judge503({ operation, organizationId }: ClaimRequest, body: object, begun: number): void {
    const move = this.moves.get(organizationId)
    const isMoving = move !== undefined && move.until > Date.now()
    if (isMoving && move.mode === 'block_writes') {
      this.#count(operation, '503 of a blocking move')
      return
    }
    const place = this.places.get(organizationId) as number
    if (this.#cluster.isTroubled(place)) return
    const { detail, requestId } = body as Record<string, string>
    const ms = Math.round(performance.now() - begun)
    const words = `${operation} of ${organizationId}, ${place}: ${ms} ms ${requestId} ${detail}`
    this.violate(`503 ${isMoving ? 'while its shard moves' : 'of others'}`, words)
  }
}
