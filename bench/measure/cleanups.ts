/** What a program undoes at its end, the last first; also where a signal ends it. */
export class Cleanups {
  readonly #undo: (() => unknown)[] = []
  #cleaning: Promise<void> | undefined

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // An embedded PostgreSQL would outlive us.
      process.once(signal, () => void this.run().then(() => process.exit(130)))
    }
    // So would it where the reader of our output, such as `head`, is gone.
    process.stdout.once('error', () => void this.run().then(() => process.exit(141)))
  }

  add(undo: () => unknown): void {
    this.#undo.push(undo)
  }

  run(): Promise<void> {
    this.#cleaning ??= (async () => {
      for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) await undo()
    })()
    return this.#cleaning
  }
}
