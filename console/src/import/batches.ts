import { ITEMS } from './import-kinds.ts'
import type { ImportFile, ImportRow } from './read-rows.ts'

/** As many items as one request takes in. */
const ITEMS_MAX = 1_000
/** A little less than the longest body that the service accepts. */
const BYTES_MAX = 1_000_000

/** Rows that one request is for. */
export interface Batch {
  /** Tells the batch from others of the file, however often the file is read. */
  readonly key: string
  readonly rows: readonly ImportRow[]
}

/**
 * The batches of a file: always the same ones, so that a second try sends the same requests. An
 * account is a batch of its own.
 */
export function batchesOf({ kind, digest, rows }: ImportFile): Batch[] {
  const batches: ImportRow[][] = []
  let bytes = 0
  for (const row of rows) {
    const size = kind === ITEMS ? byteLength(JSON.stringify(row.body)) + 1 : BYTES_MAX
    const last = batches.at(-1)
    if (last === undefined || last.length === ITEMS_MAX || bytes + size > BYTES_MAX) {
      batches.push([row])
      bytes = size
    } else {
      last.push(row)
      bytes += size
    }
  }
  return batches.map((batch) => ({
    key: `import-${digest}-${batch[0]?.place}-${batch.at(-1)?.place}`,
    rows: batch,
  }))
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
