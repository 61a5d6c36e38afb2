import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthenticatedToken } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import { addressGroup } from '../../domain/ip-ranges.ts'
import type { Config } from '../../runtime/config/config.ts'

const WINDOW_S = 60

/** Sign-ins that an address may begin, for each failure that it may have: they are no failures. */
const SIGN_INS_PER_FAILURE = 10
/** Requests that may go on with one sign-in: a person sends two. */
const SIGN_IN_STEPS_MAX = 5

interface Policy {
  readonly name: 'all' | 'writes' | 'organization'
  /** Requests per window; 0 means no limit. */
  readonly limit: number
  readonly counter: WindowCounter
}

/**
 * Limits the requests per minute of an organization and of each of its token families, and the
 * failed authentications per minute of an address. Tokens that a token issued or was rotated to are
 * of its family: a second token gives no second share. Each process counts by itself.
 */
export class RateLimits {
  readonly #policies: readonly Policy[]
  readonly #failuresMax: number
  readonly #failures = new WindowCounter(WINDOW_S * 1000)
  /** By address those that begin, by their ids those that go on. */
  readonly #signIns = new WindowCounter(WINDOW_S * 1000)

  constructor(config: Config) {
    const limits = [
      ['all', config.RATE_LIMIT_PER_MINUTE],
      ['writes', config.RATE_LIMIT_WRITES_PER_MINUTE],
      ['organization', config.RATE_LIMIT_ORGANIZATION_PER_MINUTE],
    ] as const
    this.#policies = limits
      .filter(([, limit]) => limit > 0)
      .map(([name, limit]) => ({ name, limit, counter: new WindowCounter(WINDOW_S * 1000) }))
    this.#failuresMax = config.AUTH_FAILURES_PER_MINUTE
  }

  /**
   * Counts an authenticated request and reports on the response what is left.
   * @returns `rate_limited` if its token or its organization is over a limit
   */
  count(
    { method }: FastifyRequest,
    reply: FastifyReply,
    { caller, familyId }: AuthenticatedToken,
  ): Refusal | undefined {
    if (this.#policies.length === 0) return undefined
    const isWrite = method !== 'GET' && method !== 'HEAD'
    let policies = ''
    let remaining = ''
    let over: { readonly policy: Policy; readonly count: Count } | undefined
    for (const policy of this.#policies) {
      const { name, limit, counter } = policy
      if (name === 'writes' && !isWrite) continue
      const count = counter.count(name === 'organization' ? caller.organizationId : familyId)
      const left = Math.max(0, limit - count.counted)
      const separator = policies === '' ? '' : ', '
      policies += `${separator}"${name}";q=${limit};w=${WINDOW_S}`
      remaining += `${separator}"${name}";r=${left};t=${seconds(count.remainingMs)}`
      if (count.counted > limit) over ??= { policy, count }
    }
    if (policies === '') return undefined
    reply.headers({ 'RateLimit-Policy': policies, RateLimit: remaining })
    return over && tooManyRequests(over.policy, over.count)
  }

  /**
   * Counts a failed authentication. Valid tokens are never refused because of others at their
   * address: behind a proxy that is not in `TRUSTED_PROXIES` all clients have its address.
   * @throws {Refusal} `rate_limited` if too many tokens from that address were invalid
   */
  countFailure({ ip }: FastifyRequest, more = 1): void {
    if (this.#failuresMax === 0) return
    const count = this.#failures.count(addressGroup(ip), more)
    if (count.counted - more < this.#failuresMax) return
    throw rateLimited('Too many requests from your address had an invalid token', count)
  }

  /**
   * Call it before anything is looked up for who has proven nothing yet: a cookie, a code, the name
   * of an organization.
   * @throws {Refusal} `rate_limited` if as many failed from that address as may
   */
  judgeStranger(request: FastifyRequest): void {
    this.countFailure(request, 0)
  }

  /**
   * Counts a request of a sign-in: that it fails is no failed authentication.
   * @param id of the sign-in that its browser has begun: then others of its address do not count
   * @throws {Refusal} `rate_limited`
   */
  countSignIn(request: FastifyRequest, id?: string): void {
    if (this.#failuresMax === 0) return
    if (id === undefined) this.judgeStranger(request)
    const count = this.#signIns.count(id ?? addressGroup(request.ip))
    const most = id === undefined ? SIGN_INS_PER_FAILURE * this.#failuresMax : SIGN_IN_STEPS_MAX
    if (count.counted > most) throw rateLimited('Too many sign-ins began at your address', count)
  }
}

function tooManyRequests({ name, limit }: Policy, count: Count): Refusal {
  const who = name === 'organization' ? 'This organization' : 'This token'
  const what = name === 'writes' ? 'requests that change something' : 'requests'
  return rateLimited(`${who} may make ${limit} ${what} a minute`, count)
}

function rateLimited(why: string, { remainingMs }: Count): Refusal {
  const wait = seconds(remainingMs)
  return new Refusal('rate_limited', {
    detail: `${why}: send the request again in ${wait} s.`,
    headers: { 'Retry-After': `${wait}` },
  })
}

/** Whole seconds, at least 1 even if the window is about to end. */
function seconds(ms: number): number {
  return Math.min(WINDOW_S, Math.max(1, Math.ceil(ms / 1000)))
}

interface Count {
  /** Including this one. */
  readonly counted: number
  /** Time left of the window. */
  readonly remainingMs: number
}

/**
 * Counts by key in windows of a fixed length. A window begins with the first count after the
 * previous window of its key ended.
 */
class WindowCounter {
  /** In the order in which they end. */
  readonly #windows = new Map<string, { counted: number; readonly endsAt: number }>()
  readonly #windowMs: number

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** @param more 0 to look */
  count(key: string, more = 1): Count {
    const now = performance.now()
    let window = this.#windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      // Bounds the memory: ended windows are removed whenever one begins.
      for (const [old, { endsAt }] of this.#windows) {
        if (endsAt > now) break
        this.#windows.delete(old)
      }
      window = { counted: 0, endsAt: now + this.#windowMs }
      this.#windows.set(key, window)
    }
    window.counted += more
    return { counted: window.counted, remainingMs: window.endsAt - now }
  }
}
