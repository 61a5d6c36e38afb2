import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { verifyExport } from '../../../src/history/sealed-log/verify-export.ts'
import { temporaryDirectory } from '../processes/embedded-directory.ts'
import { independentVerdict, missingForIndependent } from './independent-verifier.ts'
import { madeExport, sealedExport } from './made-export.ts'
import { type Told, toldRow } from './told-approvals.ts'

/** Other times than those of a made log, by the numbers of the events. */
export type Times = Readonly<Record<number, string>>

const { keys, signer } = madeExport(0, 1)
const missing = missingForIndependent()

/** The verdict on a sealed log; the independent verifier must not contradict it. */
export async function verdictOn(t: TestContext, log: readonly Told[], times: Times = {}) {
  const path = join(temporaryDirectory(t), 'events.jsonl')
  const forged = (event: object, number: number) =>
    number in times ? { ...event, occurredAt: times[number] } : event
  const { lines } = sealedExport(log.map(toldRow), { checkpointEvery: 1_000, keys, signer, forged })
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  const found = await verifyExport(path, { keys })
  if (missing === null) {
    const { verdict, text } = await independentVerdict(path)
    const kind = found.badProof?.kind
    if (kind === 'form' || kind === 'time') assert.equal(verdict, 'BAD', text)
    else if (kind !== undefined) assert.notEqual(verdict, 'OK', text)
    else assert.notEqual(verdict, 'BAD', text)
  }
  return found
}
