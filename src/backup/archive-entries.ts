import { buffer } from 'node:stream/consumers'
import type { Extract } from 'tar-stream'
import { pieceName } from './backup-format.ts'

type Entry = Extract extends AsyncIterable<infer T> ? T : never

/** The manifest and the totals are read whole. */
const DOCUMENT_BYTES_MAX = 4 * 1024 * 1024

/** The entries of an archive, one after the other. */
export class ArchiveEntries {
  readonly #source: AsyncIterator<Entry>
  #next: Promise<IteratorResult<Entry>> | undefined

  constructor(archive: Extract) {
    this.#source = archive[Symbol.asyncIterator]()
  }

  /** The next entry, which remains the next until it is taken; undefined at the end. */
  async next(): Promise<Entry | undefined> {
    this.#next ??= this.#source.next()
    const { value, done } = await this.#next
    return done === true ? undefined : value
  }

  async #take(name: string): Promise<Entry | undefined> {
    const entry = await this.next()
    if (entry?.header.name !== name) return undefined
    this.#next = undefined
    return entry
  }

  async document(name: string): Promise<string> {
    const entry = await this.#take(name)
    if (entry === undefined || (entry.header.size ?? 0) > DOCUMENT_BYTES_MAX) {
      throw new Error(`no ${name}`)
    }
    return (await buffer(entry)).toString()
  }

  /** The joined pieces of a table; none when it has no rows. */
  async *table(name: string): AsyncGenerator<Uint8Array> {
    for (let number = 1; ; number += 1) {
      const entry = await this.#take(pieceName(name, number))
      if (entry === undefined) return
      yield* entry as AsyncIterable<Uint8Array>
    }
  }
}
