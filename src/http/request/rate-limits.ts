import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Session } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import { addressGroup } from '../../domain/ip-ranges.ts'
import { type Count, WindowCounter } from './window-counter.ts'

const WINDOW_S = 60

/** Requests that may be made in a window, and how many were. */
interface Policy {
  readonly name: 'all' | 'writes' | 'organization'
  readonly applies: (request: FastifyRequest) => boolean
  /** Whose requests are counted together. */
  readonly countedAs: (authenticate: Session) => string
  readonly limit: number
  readonly counter: WindowCounter
}

export type RateLimitSettings = Pick<
  Config,
  | 'RATE_LIMIT_PER_MINUTE'
  | 'RATE_LIMIT_WRITES_PER_MINUTE'
  | 'RATE_LIMIT_ORGANIZATION_PER_MINUTE'
  | 'AUTH_FAILURES_PER_MINUTE'
>

/**
 * How much an organization and each line of its tokens may ask in a minute, and how often an
 * address may come with a token that is not let in. Tokens that a token issued or was rotated to
 * are of its line: nobody gets a second share by asking for a second token. Each process counts by
 * itself; a limit of 0 is none.
 */
export class RateLimits {
  readonly #policies: readonly Policy[]
  readonly #failuresMax: number
  readonly #failures = new WindowCounter(WINDOW_S * 1000)

  constructor(settings: RateLimitSettings) {
    const isWrite = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD'
    const byLine = ({ lineId }: Session) => lineId
    const byOrganization = ({ caller }: Session) => caller.organizationId
    const policies: Omit<Policy, 'counter'>[] = [
      {
        name: 'all',
        applies: () => true,
        countedAs: byLine,
        limit: settings.RATE_LIMIT_PER_MINUTE,
      },
      {
        name: 'writes',
        applies: isWrite,
        countedAs: byLine,
        limit: settings.RATE_LIMIT_WRITES_PER_MINUTE,
      },
      {
        name: 'organization',
        applies: () => true,
        countedAs: byOrganization,
        limit: settings.RATE_LIMIT_ORGANIZATION_PER_MINUTE,
      },
    ]
    this.#policies = policies
      .filter(({ limit }) => limit > 0)
      .map((policy) => ({ ...policy, counter: new WindowCounter(WINDOW_S * 1000) }))
    this.#failuresMax = settings.AUTH_FAILURES_PER_MINUTE
  }

  /**
   * Counts a request that was let in, and tells on the response what is left.
   * @returns `rate_limited` where its token or its organization has asked too much
   */
  count(request: FastifyRequest, reply: FastifyReply, authenticate: Session): Refusal | undefined {
    if (this.#policies.length === 0) return undefined
    const counted = this.#policies
      .filter(({ applies }) => applies(request))
      .map(({ name, limit, counter, countedAs }) => {
        return { name, limit, count: counter.count(countedAs(authenticate)) }
      })
    if (counted.length === 0) return undefined
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
    if (over === undefined) return undefined
    const who = over.name === 'organization' ? 'This organization' : 'This token'
    const what = over.name === 'writes' ? 'requests that change something' : 'requests'
    return tooMany(`${who} may make ${over.limit} ${what} a minute`, over.count)
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
