import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressGroup } from '../addresses.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../errors.ts'
import { type Count, WindowCounter } from './window-counter.ts'

const WINDOW_S = 60

/** Requests that may be made in a window, and how many were. */
interface Policy {
  readonly name: string
  readonly applies: (request: FastifyRequest) => boolean
  readonly limit: number
  readonly counter: WindowCounter
}

export type RateLimitSettings = Pick<
  Config,
  'RATE_LIMIT_PER_MINUTE' | 'RATE_LIMIT_WRITES_PER_MINUTE' | 'AUTH_FAILURES_PER_MINUTE'
>

/**
 * How much a token may ask in a minute, and how often an address may come with a token that is not
 * let in. Each process counts by itself; a limit of 0 is none.
 */
export class RateLimits {
  readonly #policies: readonly Policy[]
  readonly #failuresMax: number
  readonly #failures = new WindowCounter(WINDOW_S * 1000)

  constructor(settings: RateLimitSettings) {
    const { RATE_LIMIT_PER_MINUTE: all, RATE_LIMIT_WRITES_PER_MINUTE: writes } = settings
    const isWrite = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD'
    this.#policies = [
      ...(all === 0 ? [] : [policy('all', all, () => true)]),
      ...(writes === 0 ? [] : [policy('writes', writes, isWrite)]),
    ]
    this.#failuresMax = settings.AUTH_FAILURES_PER_MINUTE
  }

  /**
   * Counts a request that was let in, and tells on the answer what is left.
   * @throws {Refusal} `rate_limited` where the token has asked too much
   */
  count(request: FastifyRequest, reply: FastifyReply, tokenId: string): void {
    if (this.#policies.length === 0) return
    const counted = this.#policies
      .filter(({ applies }) => applies(request))
      .map(({ name, limit, counter }) => ({ name, limit, count: counter.count(tokenId) }))
    if (counted.length === 0) return
    reply.headers({
      'RateLimit-Policy': counted
        .map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_S}`)
        .join(', '),
      RateLimit: counted
        .map(({ name, limit, count: { counted, remainingMs } }) => {
          return `"${name}";r=${Math.max(0, limit - counted)};t=${seconds(remainingMs)}`
        })
        .join(', '),
    })
    const over = counted.find(({ limit, count }) => count.counted > limit)
    if (over === undefined) return
    const what = over.name === 'all' ? 'requests' : 'requests that change something'
    throw tooMany(`This token may make ${over.limit} ${what} a minute`, over.count)
  }

  /**
   * Counts a token that was not let in. One that is valid is never refused for what others of its
   * address do: a proxy that is not told of has the address of all its clients.
   * @throws {Refusal} `rate_limited` where too many tokens of that address were not let in
   */
  countFailure({ ip }: FastifyRequest): void {
    if (this.#failuresMax === 0) return
    const count = this.#failures.count(addressGroup(ip))
    if (count.counted <= this.#failuresMax) return
    throw tooMany('Too many requests of your address had a token that is not valid', count)
  }
}

function policy(name: string, limit: number, applies: Policy['applies']): Policy {
  return { name, applies, limit, counter: new WindowCounter(WINDOW_S * 1000) }
}

function tooMany(why: string, { remainingMs }: Count): Refusal {
  const wait = seconds(remainingMs)
  return new Refusal('rate_limited', {
    detail: `${why}: send it again in ${wait} s.`,
    headers: { 'Retry-After': `${wait}` },
  })
}

// A window that ends now has not ended yet, and what is left of a new one is rounded.
function seconds(ms: number): number {
  return Math.min(WINDOW_S, Math.max(1, Math.ceil(ms / 1000)))
}
