/** Where blocks of lines go: what pino makes for a file. */
interface Destination {
  write(text: string): unknown
  flush(flushed?: (error?: Error) => void): void
  flushSync(): void
}

/** How long a line may wait for others. */
const WAIT_MS = 100

/**
 * Lines that are written in blocks: a write for each was as dear as the line itself. Whatever ends
 * the process, short of SIGKILL, they are written before.
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
    // Where nothing is left to do, a write that begins now is waited for; at the exit none is.
    process.on('beforeExit', () => this.#send())
    process.once('exit', () => this.flushSync())
  }

  /** A line that may wait. */
  append(line: string): void {
    if (this.#block.length + line.length > this.#lengthMax) this.#send()
    this.#block += line
    this.#timer ??= setTimeout(() => this.#send(), WAIT_MS).unref()
  }

  /** A line that does not wait, behind those before it. */
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
