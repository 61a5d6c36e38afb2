/** A program undoes these at its end, in reverse order; also when a signal ends it. */
export class Cleanups {
  readonly #undo: (() => unknown)[] = []
  #cleaning: Promise<void> | undefined

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // The embedded PostgreSQL would outlive the program.
      process.once(signal, () => void this.#run().then(() => process.exit(130)))
    }
    // It would do so too when the reader of the output, such as `head`, is gone.
    process.stdout.once('error', () => void this.#run().then(() => process.exit(141)))
  }

  add(undo: () => unknown): void {
    this.#undo.push(undo)
  }

  /** Runs a program, and undoes at its end what it added. */
  async around(main: () => Promise<void>): Promise<void> {
    try {
      await main()
    } finally {
      await this.#run()
    }
  }

  #run(): Promise<void> {
    this.#cleaning ??= (async () => {
      for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) await undo()
    })()
    return this.#cleaning
  }
}
