import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { verifyExport } from '../../../src/history/sealed-log/verify-export.ts'
import { temporaryDirectory } from '../processes/embedded-directory.ts'
import { independentVerdict, missingForIndependent } from './independent-verifier.ts'
import { madeExport, sealedExport } from './made-export.ts'
import { type Told, toldRow } from './told-approvals.ts'

/** Members of events as a forger writes them, by the numbers of the events. */
export type Forged = Readonly<Record<number, object>>

const { keys, signer } = madeExport(0, 1)
const missing = missingForIndependent()

/** Whether examples/verify-events.py says that it does not check the log. */
const tellsOfProofs = ({ data: { after, proof } }: Told) =>
  proof !== undefined || (after as { approvalProof?: string })?.approvalProof === 'passkey'

/** The verdict on a log that is whole; the independent verifier must not contradict it. */
export async function verdictOn(t: TestContext, log: readonly Told[], forgeries: Forged = {}) {
  const path = join(temporaryDirectory(t), 'events.jsonl')
  const forged = (event: object, number: number) =>
    JSON.parse(JSON.stringify({ ...event, ...forgeries[number] }))
  const { lines } = sealedExport(log.map(toldRow), { checkpointEvery: 5, keys, signer, forged })
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  const found = await verifyExport(path, { keys })
  if (missing === null) {
    const { verdict, text } = await independentVerdict(path)
    const isProven = found.badProof === null && !log.some(tellsOfProofs)
    assert.equal(verdict === 'OK', isProven, text)
    const isPlain = found.badProof === null || ['form', 'time'].includes(found.badProof.kind)
    if (isPlain) assert.equal(verdict === 'BAD', found.badProof !== null, text)
  }
  assert.equal(found.firstBad, null, 'the log itself is whole')
  assert.equal(found.provenUpTo, log.length)
  const { badProof } = found
  return { ...found, bad: badProof && `${badProof.kind} ${badProof.sequence}` }
}
