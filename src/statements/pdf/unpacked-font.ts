import { inflateSync } from 'node:zlib'

const HEAD = 44
const ENTRY = 20

/**
 * The TrueType font in a WOFF 1.0 file (W3C). The library reads WOFF, too, but unpacks the outlines
 * again for each letter: ten seconds for one page.
 */
export function unpackedFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts = [head]
  let end = head.length
  for (let table = 0; table < count; table += 1) {
    const from = HEAD + ENTRY * table
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(offset, offset + packed)
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4)
    ;(packed < length ? inflateSync(bytes) : bytes).copy(padded)
    const to = 12 + 16 * table
    woff.copy(head, to, from, from + 4)
    woff.copy(head, to + 4, from + 16, from + 20)
    head.writeUInt32BE(end, to + 8)
    head.writeUInt32BE(length, to + 12)
    parts.push(padded)
    end += padded.length
  }
  return Buffer.concat(parts)
}
