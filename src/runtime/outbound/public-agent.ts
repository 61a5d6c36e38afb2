import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Agent, buildConnector, Dispatcher } from 'undici'
import { readBlocks } from '../../domain/ip-ranges.ts'
import { AddressRefused, mayReceive, UrlRefused } from './addresses.ts'

const CONNECT_TIMEOUT_MS = 10_000

/** Servers commonly close idle connections after 5 s. Names are resolved again after a minute. */
const CONNECTIONS = {
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 10_000,
  clientTtl: 60_000,
  allowH2: false,
}

interface PublicAgentOptions {
  readonly allowHttp: boolean
  /** CIDR blocks of addresses that are allowed although they are not public. */
  readonly allowedNetworks: readonly string[]
  /** The setting that has them, which a refusal names. */
  readonly setting: string
  readonly resolveHost?: ResolveHost | undefined
}

type PublicRequest = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'> & {
  readonly signal: AbortSignal | null
}

/**
 * Sends requests to URLs that callers choose, and so to public addresses only: by https, or http
 * where it is allowed. No redirect is followed, and no proxy used.
 */
export class PublicAgent {
  readonly #options: PublicAgentOptions
  #agent: Promise<Agent> | undefined

  constructor(options: PublicAgentOptions) {
    this.#options = options
  }

  /** @throws {UrlRefused} before a connection is made */
  async request(url: string, { signal, ...request }: PublicRequest) {
    const { protocol, origin, pathname, search } = new URL(url)
    if (protocol !== 'https:' && !(this.#options.allowHttp && protocol === 'http:')) {
      throw new UrlRefused('The URL must begin with https://.')
    }
    this.#agent ??= openAgent(this.#options)
    const agent = await this.#agent
    return await agent.request({ ...request, origin, path: pathname + search, signal })
  }

  async close(): Promise<void> {
    await (await this.#agent)?.destroy()
  }
}

/**
 * Each address is checked after it was resolved, and connected to without being resolved again. The
 * library is loaded for the first request: it would cost each start 50 ms.
 */
async function openAgent({
  allowedNetworks,
  setting,
  resolveHost = hostResolver(),
}: PublicAgentOptions): Promise<Agent> {
  const undici = await import('undici')
  const allowed = readBlocks(allowedNetworks)
  const addressesOf = async (hostname: string) => {
    const addresses = await resolveHost(hostname).catch((error: unknown) => {
      throw new AddressRefused(setting, error)
    })
    // One that is not public among others makes the name suspicious.
    const isPublic = addresses.length > 0 && addresses.every((each) => mayReceive(each, allowed))
    if (!isPublic) throw new AddressRefused(setting, new Error(`${hostname}: ${addresses}`))
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }
  const connect = undici.buildConnector({
    allowH2: false,
    timeout: CONNECT_TIMEOUT_MS,
    lookup: (hostname, { all }, callback) => {
      addressesOf(hostname).then(
        (addresses) => {
          const [first] = addresses as [{ address: string; family: number }]
          if (all) callback(null, addresses)
          else callback(null, first.address, first.family)
        },
        (error) => callback(error, []),
      )
    },
  })
  const connectToPublic: buildConnector.connector = (options, callback) => {
    // No look-up is made for an address.
    const isRefused = isIP(options.hostname) !== 0 && !mayReceive(options.hostname, allowed)
    if (isRefused) callback(new AddressRefused(setting), null)
    else connect(options, callback)
  }
  return new undici.Agent({ ...CONNECTIONS, connect: connectToPublic })
}

const TIMEOUT_MS = 2_000
const TRIES = 2

/** Errors after which the system's own resolver is asked, which also reads its hosts file. */
const NOT_IN_DNS: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/** Finds all addresses of a host. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

/**
 * Asks the name servers. The system's resolver is asked only for unknown names: it runs two
 * look-ups at a time, so those whose name servers are silent would delay all others.
 */
function hostResolver(): ResolveHost {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  return async (hostname) => {
    const results = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ])
    const addresses = results.flatMap((result) =>
      result.status === 'fulfilled' ? result.value : [],
    )
    if (addresses.length > 0) return addresses
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      if (!NOT_IN_DNS.has(result.reason.code)) throw result.reason
    }
    return (await lookup(hostname, { all: true })).map(({ address }) => address)
  }
}
