import { withFirstHost } from '../runtime/config/database-url.ts'
import type { ConnectionAddress } from './postgres/open-address.ts'

export interface NodeAddress {
  readonly groupId: number
  readonly host: string
  readonly port: number
}

/**
 * The connection of another node: the same role, database and TLS.
 * @param seenAs the addresses of nodes that the service reaches by others, as `host:port`
 */
export function connectionOf(
  { host, port }: Omit<NodeAddress, 'groupId'>,
  connection: string | ConnectionAddress,
  seenAs: ReadonlyMap<string, string>,
): string | ConnectionAddress {
  const named = host.includes(':') ? `[${host}]` : host
  const place = seenAs.get(`${named}:${port}`) ?? `${named}:${port}`
  if (typeof connection !== 'string') {
    const { path: _, ...rest } = connection
    const { hostname, port: number } = new URL(`postgres://${place}`)
    return { ...rest, host: hostname.replace(/^\[|\]$/g, ''), port: Number(number) }
  }
  const url = new URL(withFirstHost(connection))
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.host = place
  return url.href
}
