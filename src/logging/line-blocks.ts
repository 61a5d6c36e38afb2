/** Pino's destination for a file, as far as it is needed here. */
interface Destination {
  write(text: string): unknown
  flush(flushed?: (error?: Error) => void): void
  flushSync(): void
}

/** A line waits for others at most this long. */
const WAIT_MS = 100

/**
 * Writes lines in blocks: one write per line cost as much as making the line. All lines are written
 * before the process ends, except by SIGKILL.
 */
export class LineBlocks {
  readonly #destination: Destination
  readonly #lengthMax: number
  #block = ''
  #timer: NodeJS.Timeout | undefined

  /** @param lengthMax of a block, in characters */
  constructor(destination: Destination, lengthMax: number) {
    this.#destination = destination
    this.#lengthMax = lengthMax
    // Before the exit Node still waits for a write that begins now; at the exit it does not.
    process.on('beforeExit', () => this.#send())
    process.once('exit', () => this.flushSync())
  }

  /** For a line that may wait. */
  append(line: string): void {
    if (this.#block.length + line.length > this.#lengthMax) this.#send()
    this.#block += line
    this.#timer ??= setTimeout(() => this.#send(), WAIT_MS).unref()
  }

  /** For a line that must not wait; it follows those before it. */
  write(line: string): void {
    this.append(line)
    this.#send()
  }

  flush(flushed?: (error?: Error) => void): void {
    this.#send()
    this.#destination.flush(flushed)
  }

  flushSync(): void {
    this.#send()
    this.#destination.flushSync()
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#block === '') return
    const block = this.#block
    this.#block = ''
    this.#destination.write(block)
  }
}
