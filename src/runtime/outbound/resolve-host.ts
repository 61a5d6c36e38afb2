import { lookup, Resolver } from 'node:dns/promises'

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
export function hostResolver(): ResolveHost {
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
