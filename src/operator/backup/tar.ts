const BLOCK_BYTES = 512
/** Far above a piece of a table. An entry is read whole into memory. */
const ENTRY_BYTES_MAX = 256 * 1024 * 1024

export interface TarEntry {
  readonly name: string
  readonly content: Buffer
}

export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES)

/** One file of a tar (POSIX ustar), readable by its owner only. */
export function tarEntry({ name, content }: TarEntry): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0'.repeat(2), 108)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  // The checksum counts its own field as spaces; `0` is a file.
  header.write(`${' '.repeat(8)}0`, 148)
  header.write('ustar\u000000', 257)
  const checksum = header.reduce((sum, byte) => sum + byte, 0)
  header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, content, Buffer.alloc(paddingOf(content.length))])
}

/** The files of a tar, whose bytes it reads to their end. @throws {Error} if it is no tar */
export async function* tarEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = chunks[Symbol.asyncIterator]()
  let parts: Buffer[] = []
  const read = async (length: number) => {
    let held = parts.reduce((sum, { length: bytes }) => sum + bytes, 0)
    while (held < length) {
      const { value, done } = await source.next()
      if (done === true) throw new Error('the tar is cut short')
      parts.push(value)
      held += value.length
    }
    const whole = Buffer.concat(parts)
    parts = [whole.subarray(length)]
    return whole.subarray(0, length)
  }
  for (;;) {
    const header = await read(BLOCK_BYTES)
    if (header[0] === 0) break
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8)
    if (!(size <= ENTRY_BYTES_MAX)) throw new Error('an entry of the tar is too large')
    const content = await read(size + paddingOf(size))
    const name = header.toString('utf8', 0, header.indexOf(0))
    yield { name, content: content.subarray(0, size) }
  }
  while ((await source.next()).done !== true);
}

function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES
}
