import type { ConnectionAddress } from '../../../src/database/database-options.ts'
import { openProxy } from './proxy.ts'

/** The first message of a connection, after its length: protocol 3.0. */
const PROTOCOL = 196_608

/**
 * A pooler that leaves all settings out of start-up packets, as PgBouncer does with those in its
 * `ignore_startup_parameters`.
 */
export async function openForgetfulPooler(connection: string | ConnectionAddress) {
  return await openProxy(connection, undefined, undefined, withoutSettings)
}

function withoutSettings(packet: Buffer): Buffer {
  const texts = packet.toString('utf8', 8).split('\0')
  const kept = texts.flatMap((name, place) =>
    place % 2 === 0 && ['user', 'database'].includes(name) ? [name, texts[place + 1]] : [],
  )
  const body = Buffer.from(`${kept.join('\0')}\0\0`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.writeUInt32BE(PROTOCOL, 4)
  return Buffer.concat([head, body])
}
