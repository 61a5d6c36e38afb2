import type { ConnectionAddress } from '../../../src/database/database-options.ts'
import { openProxy } from './proxy.ts'

/**
 * A pooler that leaves all settings out of start-up packets, as PgBouncer does with those in its
 * `ignore_startup_parameters`.
 */
export async function openForgetfulPooler(connection: string | ConnectionAddress) {
  return await openProxy(connection, { changeFirst: withoutSettings })
}

/** A packet is its length, its protocol, and names with their values. */
function withoutSettings(packet: Buffer): Buffer {
  const texts = packet.toString('utf8', 8).split('\0')
  const kept = texts.flatMap((name, place) =>
    place % 2 === 0 && ['user', 'database'].includes(name) ? [name, texts[place + 1]] : [],
  )
  const changed = Buffer.concat([packet.subarray(0, 8), Buffer.from(`${kept.join('\0')}\0\0`)])
  changed.writeUInt32BE(changed.length)
  return changed
}
