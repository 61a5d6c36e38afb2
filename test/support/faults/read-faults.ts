import { existsSync, readFileSync } from 'node:fs'

export interface Fault {
  readonly id: string
  readonly room: string
  readonly kind: string
  readonly file: string
  /** Occurs once in the file. */
  readonly find: string
  readonly replace: string
  /** Those that a maintainer of the room runs, the most likely first. */
  readonly tests: readonly string[]
  /** Whether these tests of commit 61a6294d caught it; null where that was not measured. */
  readonly caughtBefore: boolean | null
}

const TABLE = 'test/faults/faults.jsonl'

/**
 * The rows that have one of the words in their id or room; all, where there are none.
 * @throws {Error} where the text of a row is not once in its file, or a test is gone
 */
export function readFaults(words: readonly string[]): Fault[] {
  const faults = readFileSync(TABLE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Fault)
    .filter(
      ({ id, room }) => words.length === 0 || words.some((one) => `${id} ${room}`.includes(one)),
    )
  if (faults.length === 0) throw new Error(`no fault is named like ${words.join(' or ')}`)
  for (const { id, file, find, tests } of faults) {
    const count = readFileSync(file, 'utf8').split(find).length - 1
    if (count !== 1) throw new Error(`${id}: its text is ${count} times in ${file}, not once`)
    const missing = tests.filter((test) => !existsSync(test))
    if (missing.length > 0) throw new Error(`${id}: no such test: ${missing.join(', ')}`)
  }
  return faults
}
