import { type DatabaseTls, takeTls } from './database-tls.ts'

/**
 * An address for the driver: a URL that it can parse, a Unix socket's path, and TLS if mentioned.
 */
export interface DriverAddress {
  readonly url: string
  readonly path?: string
  readonly ssl?: DatabaseTls
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

/**
 * Reads a `postgres://` address as libpq does. It may name a server's Unix socket, which the driver
 * itself cannot read: `postgres://user:password@/database?host=/directory&port=5432`, or the
 * directory as the host: `%2Fdirectory`. Null for any other text.
 * @throws {Error} whose message completes "DATABASE_URL must be ..."
 */
export function readDatabaseUrl(text: string): DriverAddress | null {
  // A URL with a user needs a host, libpq's socket form has none.
  const complete = text.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost')
  if (!/^postgres(ql)?:\/\//.test(complete) || !URL.canParse(complete)) return null
  const url = new URL(complete)
  const host = url.searchParams.get('host') ?? decodedHost(url)
  const port = url.searchParams.get('port') ?? url.port
  if (host === null || !/^\d{0,5}$/.test(port)) return null
  const option = DRIVER_OPTIONS.find((name) => url.searchParams.has(name))
  if (option !== undefined) {
    throw new Error(`an address without ${option}: connections have settings of the service`)
  }
  const ssl = takeTls(url.searchParams, host)
  if (!host.startsWith('/') && !url.searchParams.has('host')) {
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

function decodedHost(url: URL): string | null {
  try {
    return decodeURIComponent(url.hostname)
  } catch {
    return null
  }
}
