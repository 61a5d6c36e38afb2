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
  /** Its bytes were left out. */
  readonly isTooLong?: true
}

/**
 * The lines of a file, some at a time. They are bytes: what is signed is what is read.
 * @throws {Error} if the file cannot be read
 */
export async function* linesOf(path: string): AsyncGenerator<FileLine[]> {
  let number = 0
  let parts: Buffer[] = []
  let length = 0
  const ended = (part: Buffer, isEnded: boolean): FileLine => {
    number += 1
    const isTooLong = length + part.length > LINE_BYTES_MAX
    const bytes = parts.length === 0 ? part : Buffer.concat([...parts, part])
    parts = []
    length = 0
    return isTooLong
      ? { number, bytes: Buffer.alloc(0), isEnded, isTooLong }
      : { number, bytes, isEnded }
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text = chunk as Buffer
    const lines: FileLine[] = []
    let start = 0
    for (let end = text.indexOf(NEW_LINE); end !== -1; end = text.indexOf(NEW_LINE, start)) {
      lines.push(ended(text.subarray(start, end), true))
      start = end + 1
    }
    const rest = text.subarray(start)
    length += rest.length
    if (length > LINE_BYTES_MAX) parts = []
    else if (rest.length > 0) parts.push(rest)
    if (lines.length > 0) yield lines
  }
  if (length > 0) yield [ended(Buffer.alloc(0), false)]
}
