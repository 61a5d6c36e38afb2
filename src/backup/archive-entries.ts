import type { Extract } from 'tar-stream'
import { pieceName } from './backup-format.ts'

/** A part of an archive, with its name and its content. */
type Entry = Extract extends AsyncIterable<infer T> ? T : never

/** The manifest and the totals are read whole. */
const DOCUMENT_BYTES_MAX = 4 * 1024 * 1024

/** The parts of an archive, one after the other. */
export class ArchiveEntries {
  readonly #source: AsyncIterator<Entry>
  #ahead: Entry | undefined
  #isEnded = false

  constructor(archive: Extract) {
    this.#source = archive[Symbol.asyncIterator]()
  }

  /** The next one, which stays the next until it is taken. */
  async next(): Promise<Entry | undefined> {
    if (this.#ahead === undefined && !this.#isEnded) {
      const { value, done } = await this.#source.next()
      if (done === true) this.#isEnded = true
      else this.#ahead = value
    }
    return this.#ahead
  }

  async #take(name: string): Promise<Entry | undefined> {
    const entry = await this.next()
    if (entry?.header.name !== name) return undefined
    this.#ahead = undefined
    return entry
  }

  async document(name: string): Promise<string> {
    const entry = await this.#take(name)
    if (entry === undefined || (entry.header.size ?? 0) > DOCUMENT_BYTES_MAX) {
      throw new Error(`no ${name}`)
    }
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString()
  }

  /** The pieces of a table put together; none where it has no rows. */
  async *table(name: string): AsyncGenerator<Uint8Array> {
    for (let number = 1; ; number += 1) {
      const entry = await this.#take(pieceName(name, number))
      if (entry === undefined) return
      for await (const chunk of entry) yield chunk as Uint8Array
    }
  }
}
