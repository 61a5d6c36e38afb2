import type { ConnectionAddress } from '../../../src/database/postgres/open-address.ts'
import { openProxy } from './proxy.ts'

/**
 * A pooler that leaves all settings out of start-up packets, as PgBouncer does with those in its
 * `ignore_startup_parameters`. An `old` one gives each transaction a connection without the
 * statements that its client prepared, as in transaction mode before 1.21.
 */
export async function openForgetfulPooler(connection: string | ConnectionAddress, age?: 'old') {
  return await openProxy(connection, {
    change: (packet, isFirst) => {
      if (isFirst) return withoutSettings(packet)
      return age === 'old' && packet.subarray(5).toString() === 'begin\0' ? FORGETTING : packet
    },
  })
}

/** A query: its letter, its length and its text. */
const FORGETTING = Buffer.from('Q\0\0\0\x19deallocate all;begin\0')

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
