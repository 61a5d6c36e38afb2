import { type DatabaseTls, takeTls } from './database-tls.ts'

/**
 * An address for the driver: a URL that it can parse, a Unix socket's path or several hosts, and
 * TLS if mentioned.
 */
export interface DriverAddress {
  readonly url: string
  readonly path?: string
  readonly ssl?: DatabaseTls
  readonly host?: string[]
  readonly port?: number[]
  /** Else the driver takes the first of several hosts that responds: a standby, too. */
  readonly target_session_attrs?: 'primary'
}

/** Options of the driver: the service sets most of them itself, so an address would not. */
const DRIVER_OPTIONS = [
  'max',
  'max_lifetime',
  'max_pipeline',
  'idle_timeout',
  'connect_timeout',
  'keep_alive',
  'backoff',
  'prepare',
  'debug',
  'fetch_types',
  'publications',
]

const HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)/

/**
 * Reads a `postgres://` address as libpq does. It may name several hosts, `h1:5432,h2:5432`, or a
 * server's Unix socket, which the driver itself cannot read:
 * `postgres://user:password@/database?host=/directory&port=5432`, or the directory as the host:
 * `%2Fdirectory`. Null for any other text.
 * @throws {Error} whose message completes "DATABASE_URL must be ..."
 */
export function readDatabaseUrl(text: string): DriverAddress | null {
  const complete = withFirstHost(text)
  if (!/^postgres(ql)?:\/\//.test(complete) || !URL.canParse(complete)) return null
  const url = new URL(complete)
  const option = DRIVER_OPTIONS.find((name) => url.searchParams.has(name))
  if (option !== undefined) {
    throw new Error(`an address without ${option}: connections have settings of the service`)
  }
  const session = url.searchParams.get('target_session_attrs') ?? 'primary'
  if (session !== 'primary') {
    throw new Error(`an address without target_session_attrs=${session}: only primary is of use`)
  }
  const isPlain = !['host', 'target_session_attrs'].some((name) => url.searchParams.has(name))
  url.searchParams.delete('target_session_attrs')
  const listed = url.searchParams.get('host') ?? HOSTS.exec(text)?.[2]
  if (listed?.includes(',')) return severalHosts(url, listed)
  const host = url.searchParams.get('host') ?? decodedHost(url)
  const port = url.searchParams.get('port') ?? url.port
  if (host === null || !/^\d{0,5}$/.test(port)) return null
  const ssl = takeTls(url.searchParams, host)
  if (!host.startsWith('/') && isPlain) {
    return ssl === undefined ? { url: text } : { url: url.href, ssl }
  }
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.port = port
  url.hostname = host.startsWith('/') ? 'localhost' : host
  const address = { url: url.href, ...(ssl !== undefined && { ssl }) }
  if (!host.startsWith('/')) return address
  return { ...address, path: `${host.replace(/\/$/, '')}/.s.PGSQL.${port || '5432'}` }
}

/** The address with the first of its hosts alone: ports of several are in no URL. */
export function withFirstHost(address: string): string {
  // A URL with a user needs a host, libpq's socket form has none.
  return address.replace(HOSTS, (_, before: string, hosts: string) => {
    return before + (hosts === '' && before.endsWith('@') ? 'localhost' : hosts.split(',', 1)[0])
  })
}

/** A host and its port, before the one that it has otherwise. */
const PLACE = /^(?:\[([^\]]+)\]|([^:[\]/%]+)):([1-9]\d{0,4})(?::\d+)?$/

function severalHosts(url: URL, listed: string): DriverAddress | null {
  const ports = url.searchParams.get('port')?.split(',') ?? ['5432']
  const host: string[] = []
  const port: number[] = []
  for (const [index, place] of listed.split(',').entries()) {
    const found = PLACE.exec(`${place}:${ports[index] ?? ports[0]}`)
    if (found === null) return null
    host.push(found[1] ?? (found[2] as string))
    port.push(Number(found[3]))
  }
  const ssl = takeTls(url.searchParams, host.join())
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  const address = { url: url.href, host, port, target_session_attrs: 'primary' as const }
  return ssl === undefined ? address : { ...address, ssl }
}

function decodedHost(url: URL): string | null {
  try {
    return decodeURIComponent(url.hostname)
  } catch {
    return null
  }
}
