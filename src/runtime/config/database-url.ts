import { type DatabaseTls, takeTls } from './database-tls.ts'

/**
 * An address in parts: a URL with one host, and a Unix socket's path or several hosts, of which the
 * primary is meant, and TLS if mentioned.
 */
interface DatabaseAddress {
  readonly url: string
  readonly path?: string
  readonly ssl?: DatabaseTls
  readonly host?: string[]
  readonly port?: number[]
}

/** Options of other drivers, which PostgreSQL does not know. */
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
 * server's Unix socket:
 * `postgres://user:password@/database?host=/directory&port=5432`, or the directory as the host:
 * `%2Fdirectory`. Null for any other text.
 * @throws {Error} whose message completes "DATABASE_URL must be ..."
 */
export function readDatabaseUrl(text: string): DatabaseAddress | null {
  const complete = withFirstHost(text)
  if (!/^postgres(ql)?:\/\//.test(complete) || !URL.canParse(complete)) return null
  const url = new URL(complete)
  const { searchParams: parameters } = url
  const option = DRIVER_OPTIONS.find((name) => parameters.has(name))
  if (option !== undefined) {
    throw new Error(`an address without ${option}: connections have settings of the service`)
  }
  const session = parameters.get('target_session_attrs') ?? 'primary'
  if (session !== 'primary') {
    throw new Error(`an address without target_session_attrs=${session}: only primary is of use`)
  }
  const listed = parameters.get('host') ?? HOSTS.exec(text)?.[2] ?? ''
  const several = listed.includes(',') ? placesOf(listed, parameters.get('port')) : undefined
  const host = several?.host.join() ?? parameters.get('host') ?? decodedHost(url)
  const port = several === undefined ? (parameters.get('port') ?? url.port) : ''
  if (several === null || host === null || !/^\d{0,5}$/.test(port)) return null
  const ssl = takeTls(parameters, host)
  for (const name of ['host', 'port', 'target_session_attrs']) parameters.delete(name)
  url.hostname = several !== undefined || /^(\/|$)/.test(host) ? 'localhost' : host
  url.port = port
  const address = { url: url.href, ...(ssl !== undefined && { ssl }) }
  if (several) return { ...address, ...several }
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

function placesOf(listed: string, ports: string | null) {
  const numbers = ports?.split(',') ?? ['5432']
  const found = listed
    .split(',')
    .map((place, index) => PLACE.exec(`${place}:${numbers[index] ?? numbers[0]}`))
  if (found.includes(null)) return null
  const places = found as RegExpExecArray[]
  if (places.some(([, , , port]) => Number(port) > 65_535)) return null
  return {
    host: places.map(([, ip, name]) => ip ?? (name as string)),
    port: places.map(([, , , port]) => Number(port)),
  }
}

function decodedHost(url: URL): string | null {
  try {
    return decodeURIComponent(url.hostname)
  } catch {
    return null
  }
}
