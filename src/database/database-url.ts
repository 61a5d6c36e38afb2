/**
 * How the driver takes an address: a URL it can parse and, for a Unix socket, the socket's path.
 */
export interface DriverAddress {
  readonly url: string
  readonly path?: string
}

/**
 * Reads a `postgres://` address as libpq does, a server's Unix socket included:
 * `postgres://user:password@/database?host=/directory&port=5432`, or the directory in the host's
 * place as `%2Fdirectory`. The driver itself knows only hosts. Null where it is no such address.
 */
export function readDatabaseUrl(text: string): DriverAddress | null {
  // A URL with a user needs a host, libpq's socket form has none.
  const complete = text.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost')
  if (!/^postgres(ql)?:\/\//.test(complete) || !URL.canParse(complete)) return null
  const url = new URL(complete)
  const host = url.searchParams.get('host') ?? decodedHost(url)
  const port = url.searchParams.get('port') ?? url.port
  if (host === null || !/^\d{0,5}$/.test(port)) return null
  if (!host.startsWith('/') && !url.searchParams.has('host')) return { url: text }
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.port = port
  url.hostname = host.startsWith('/') ? 'localhost' : host
  if (!host.startsWith('/')) return { url: url.href }
  return { url: url.href, path: `${host.replace(/\/$/, '')}/.s.PGSQL.${port || '5432'}` }
}

function decodedHost(url: URL): string | null {
  try {
    return decodeURIComponent(url.hostname)
  } catch {
    return null
  }
}
