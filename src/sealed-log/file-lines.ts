import { createReadStream } from 'node:fs'

/** No line of ours is that long: a file of another kind must not fill the memory. */
const LINE_BYTES_MAX = 16 * 1024 * 1024

const NEW_LINE = 0x0a

/** A line of a file, without its end. */
export interface FileLine {
  /** From 1 on. */
  readonly number: number
  readonly bytes: Buffer
  /** False for the last line of a file that was cut short. */
  readonly isEnded: boolean
}

/**
 * The lines of a file, some at a time. They are bytes: what is signed is what is read.
 * @throws {Error} if the file cannot be read
 */
export async function* linesOf(path: string): AsyncGenerator<FileLine[]> {
  let number = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const lines: FileLine[] = []
    let start = 0
    for (let end = text.indexOf(NEW_LINE); end !== -1; end = text.indexOf(NEW_LINE, start)) {
      number += 1
      lines.push({ number, bytes: text.subarray(start, end), isEnded: true })
      start = end + 1
    }
    rest = text.subarray(start)
    if (rest.length > LINE_BYTES_MAX) throw new Error(`line ${number + 1} is too long`)
    yield lines
  }
  if (rest.length > 0) yield [{ number: number + 1, bytes: rest, isEnded: false }]
}
