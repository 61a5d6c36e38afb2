/** What a program undoes at its end, the last first; also where a signal ends it. */
export class Cleanups {
  readonly #undo: (() => unknown)[] = []
  #cleaning: Promise<void> | undefined

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // An embedded PostgreSQL would outlive us.
      process.once(signal, () => void this.run().then(() => process.exit(130)))
    }
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
