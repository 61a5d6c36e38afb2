import { type Answer, type BodyOf, ProblemError, request } from '../api/request.ts'
import type { Problem } from '../api/schema.ts'
import { type Batch, batchesOf } from './batches.ts'
import { digestOf } from './content-digest.ts'
import { ITEMS, type NewAccount } from './import-kinds.ts'
import type { Fault, ImportFile, ImportRow } from './read-rows.ts'

/** Requests at the same time. */
const IN_FLIGHT = 4
const ATTEMPTS = 5
const FIRST_WAIT_MS = 500
/** Dry runs of one batch: each names a hundred faults at most. */
const ROUNDS = 20

/** What became of a row that was sent. */
export type Outcome = { readonly id: string } | { readonly problem: Problem }

export interface Sending {
  readonly file: ImportFile
  /** The places of the rows that are meant. */
  readonly places: ReadonlySet<number>
  readonly signal: AbortSignal
  /** Called after each request. */
  readonly progress: (rows: readonly ImportRow[]) => void
}

/**
 * Asks the service in dry runs which rows it would refuse.
 * @throws {ProblemError} what is no refusal of a row
 */
export async function checkRows({ file, places, signal, progress }: Sending): Promise<Fault[]> {
  const faults: Fault[] = []
  await each(batchesOf(file), signal, async ({ rows }) => {
    let left = rows.filter(({ place }) => places.has(place))
    for (let round = 0; round < ROUNDS && left.length > 0; round += 1) {
      const found = await refusalsOf(file, left, signal)
      if (found.length === 0) break
      faults.push(...found)
      const refused = new Set(found.map(({ place }) => place))
      left = left.filter(({ place }) => !refused.has(place))
    }
    progress(rows)
  })
  return faults.sort((one, other) => one.line - other.line)
}

/**
 * Sends the rows. Each request has a key that the file gives it, so that a second try makes nothing
 * twice. It stops where the service no longer answers; rows without an outcome were not sent.
 */
export async function sendRows(sending: Sending, outcomes: Map<number, Outcome>): Promise<void> {
  const { file, places, progress, signal } = sending
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  await each(batchesOf(file), either, async (batch) => {
    const isMade = ({ place }: ImportRow) => 'id' in (outcomes.get(place) ?? {})
    const rows = batch.rows.filter((row) => places.has(row.place) && !isMade(row))
    if (rows.length === 0) return
    const key = keyOf(batch, rows, batch.rows.some(isMade))
    try {
      const ids = await patiently(() => send(file, rows, { idempotencyKey: key }), signal)
      for (const [index, { place }] of rows.entries()) {
        outcomes.set(place, { id: ids[index] ?? '' })
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      for (const [index, { place }] of rows.entries()) {
        outcomes.set(place, { problem: problemOf(error.problem, index) })
      }
      if (isPassing(error.problem)) stop.abort()
    }
    progress(rows)
  })
}

/** Rows of the batch that are made already leave a request that is another, with its own key. */
function keyOf(batch: Batch, rows: readonly ImportRow[], isRest: boolean): string {
  return isRest ? `${batch.key}-${digestOf(rows.map(({ place }) => place).join())}` : batch.key
}

async function send(
  { kind }: ImportFile,
  rows: readonly ImportRow[],
  args: { idempotencyKey?: string; query?: { validateOnly: true }; signal?: AbortSignal },
): Promise<string[]> {
  if (kind !== ITEMS) {
    const body = rows[0]?.body as NewAccount
    const { body: made } = await request('POST /v1/fbo-accounts', { ...args, body })
    return [made.data.id]
  }
  const body = { items: rows.map((row) => row.body) } as BodyOf<'POST /v1/inventory-items'>
  const answer: Answer<'POST /v1/inventory-items'> = await request('POST /v1/inventory-items', {
    ...args,
    body,
  })
  return [answer.body.data].flat().map(({ id }) => id)
}

async function refusalsOf(
  file: ImportFile,
  rows: readonly ImportRow[],
  signal: AbortSignal,
): Promise<Fault[]> {
  try {
    await patiently(() => send(file, rows, { query: { validateOnly: true }, signal }), signal)
    return []
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { problem } = error
    const found = (problem.errors ?? []).flatMap(({ pointer, detail }) => {
      const row = rows[indexOf(pointer)]
      const column = /\w+$/.exec(pointer ?? '')?.[0]
      const words = detail.replace(/items\.\d+\./g, '')
      return row === undefined ? [] : [{ place: row.place, line: row.line, column, detail: words }]
    })
    if (found.length > 0) return found
    const [row] = rows
    const isOfRow = rows.length === 1 && [400, 404, 409, 422].includes(problem.status)
    if (row === undefined || !isOfRow) throw error
    return [{ place: row.place, line: row.line, column: undefined, detail: problem.detail }]
  }
}

/** The row of a violation: `/items/3/description` is of the fourth, `/email` of the only one. */
function indexOf(pointer: string | undefined): number {
  return Number(/^\/items\/(\d+)/.exec(pointer ?? '')?.[1] ?? 0)
}

/** Why this row was not made: its own fault, or that of another row of its request. */
function problemOf(problem: Problem, index: number): Problem {
  if (problem.code === 'idempotency_key_reused') return { ...problem, detail: SENT_BEFORE }
  const errors = problem.errors ?? []
  if (errors.length === 0) return problem
  const own = errors.filter(({ pointer }) => indexOf(pointer) === index)
  const detail = own.length > 0 ? own.map((each) => each.detail).join(' ') : OTHER_ROW
  return { ...problem, detail }
}

const OTHER_ROW = 'Another row of the same request was refused, so nothing of it was made.'
const SENT_BEFORE =
  'This file was sent before with other rows left out. To make nothing twice, nothing was sent. ' +
  'Put the rows that are still missing into a file of their own.'

/** Tries again, for a few seconds, what may pass. */
async function patiently<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt()
    } catch (error) {
      const mayPass = error instanceof ProblemError && isPassing(error.problem)
      if (!mayPass || tried === ATTEMPTS || signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (tried - 1)))
      // Somebody else may have signed in meanwhile: the rows would go to their organization.
      if (signal.aborted) throw error
    }
  }
}

function isPassing({ status, code }: Problem): boolean {
  return status === 0 || status === 429 || status >= 500 || code === 'idempotency_in_progress'
}

/** Works through all of them in order, a few at a time, until it is stopped. */
async function each<T>(
  all: readonly T[],
  signal: AbortSignal,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const rest = all[Symbol.iterator]()
  const worker = async () => {
    for (const one of rest) {
      if (signal.aborted) return
      await work(one)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
}
