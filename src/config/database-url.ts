import { type DatabaseTls, takeTls } from './database-tls.ts'

/**
 * How the driver takes an address: a URL it can parse, for a Unix socket its path, and TLS where
 * the address says something of it.
 */
export interface DriverAddress {
  readonly url: string
  readonly path?: string
  readonly ssl?: DatabaseTls
}

/**
 * Reads a `postgres://` address as libpq does, a server's Unix socket included:
 * `postgres://user:password@/database?host=/directory&port=5432`, or the directory in the host's
 * place as `%2Fdirectory`. The driver itself knows only hosts. Null where it is no such address.
 * @throws {Error} what `takeTls` throws
 */
export function readDatabaseUrl(text: string): DriverAddress | null {
  // A URL with a user needs a host, libpq's socket form has none.
  const complete = text.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost')
  if (!/^postgres(ql)?:\/\//.test(complete) || !URL.canParse(complete)) return null
  const url = new URL(complete)
  const host = url.searchParams.get('host') ?? decodedHost(url)
  const port = url.searchParams.get('port') ?? url.port
  if (host === null || !/^\d{0,5}$/.test(port)) return null
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
