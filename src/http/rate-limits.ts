import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { addressGroup } from '../addresses.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../errors.ts'

const WINDOW_S = 60

/** Requests that may be made in a window, and how many were. */
interface Policy {
  readonly name: string
  readonly applies: (request: FastifyRequest) => boolean
  readonly limiter: RateLimiterMemory
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
  readonly #failures: RateLimiterMemory | undefined

  constructor(settings: RateLimitSettings) {
    const { RATE_LIMIT_PER_MINUTE: all, RATE_LIMIT_WRITES_PER_MINUTE: writes } = settings
    const isWrite = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD'
    this.#policies = [
      ...(all === 0 ? [] : [{ name: 'all', applies: () => true, limiter: limiterOf(all) }]),
      ...(writes === 0 ? [] : [{ name: 'writes', applies: isWrite, limiter: limiterOf(writes) }]),
    ]
    const failures = settings.AUTH_FAILURES_PER_MINUTE
    this.#failures = failures === 0 ? undefined : limiterOf(failures)
  }

  /**
   * Counts a request that was let in, and tells on the answer what is left.
   * @throws {Refusal} `rate_limited` where the token has asked too much
   */
  async count(request: FastifyRequest, reply: FastifyReply, tokenId: string): Promise<void> {
    const policies = this.#policies.filter(({ applies }) => applies(request))
    if (policies.length === 0) return
    const counts = await Promise.all(policies.map(({ limiter }) => counted(limiter, tokenId)))
    const told = policies.map(({ name, limiter }, index) => {
      const { remainingPoints, msBeforeNext } = counts[index] as RateLimiterRes
      return {
        policy: `"${name}";q=${limiter.points};w=${WINDOW_S}`,
        left: `"${name}";r=${remainingPoints};t=${seconds(msBeforeNext)}`,
      }
    })
    reply.headers({
      'RateLimit-Policy': told.map(({ policy }) => policy).join(', '),
      RateLimit: told.map(({ left }) => left).join(', '),
    })
    const over = policies.findIndex(
      ({ limiter }, index) => (counts[index] as RateLimiterRes).consumedPoints > limiter.points,
    )
    if (over === -1) return
    const { name, limiter } = policies[over] as Policy
    const what = name === 'all' ? 'requests' : 'requests that change something'
    throw tooMany(
      `This token may make ${limiter.points} ${what} a minute`,
      counts[over] as RateLimiterRes,
    )
  }

  /**
   * Counts a token that was not let in. One that is valid is never refused for what others of its
   * address do: a proxy that is not told of has the address of all its clients.
   * @throws {Refusal} `rate_limited` where too many tokens of that address were not let in
   */
  async countFailure({ ip }: FastifyRequest): Promise<void> {
    if (this.#failures === undefined) return
    const count = await counted(this.#failures, addressGroup(ip))
    if (count.consumedPoints <= this.#failures.points) return
    throw tooMany('Too many requests of your address had a token that is not valid', count)
  }
}

function limiterOf(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_S })
}

/** The count with this one; past the limit the library throws it. */
async function counted(limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key)
  } catch (error) {
    if (error instanceof RateLimiterRes) return error
    throw error
  }
}

function tooMany(why: string, { msBeforeNext }: RateLimiterRes): Refusal {
  const wait = seconds(msBeforeNext)
  return new Refusal('rate_limited', {
    detail: `${why}: send it again in ${wait} s.`,
    headers: { 'Retry-After': `${wait}` },
  })
}

// A window ends by a timer; how much of it is left is told by the clock, which may be set back.
function seconds(ms: number): number {
  return Math.min(WINDOW_S, Math.max(1, Math.ceil(ms / 1000)))
}
