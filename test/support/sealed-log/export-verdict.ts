import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { EventCheckpoint } from '../../../src/history/sealed-log/event-checkpoint.ts'
import type { ExportVerification } from '../../../src/history/sealed-log/export-verification.ts'
import type { PublicJwk } from '../../../src/history/sealed-log/signing-key.ts'
import { verifyExport } from '../../../src/history/sealed-log/verify-export.ts'
import { CommandFailed } from '../../../src/operator/commands/command.ts'
import { eventsVerifyCommand } from '../../../src/operator/commands/events.ts'
import { jsonLine, visible } from '../../../src/operator/commands/text-output.ts'
import { temporaryDirectory } from '../processes/embedded-directory.ts'
import { missingForIndependent, verifyIndependently } from './independent-verifier.ts'

/** Why the independent verifier does not run; null if it does. */
export const missing = missingForIndependent()

export interface Given {
  readonly keys?: readonly PublicJwk[]
  readonly kept?: EventCheckpoint
}

export const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

/** The verdict on an export, which the command says, and the independent verifier agrees with. */
export async function verdictOn(
  t: TestContext,
  text: string,
  { keys, kept }: Given = {},
): Promise<ExportVerification> {
  const file = fileMaker(t)
  const options = [
    ...(keys === undefined ? [] : ['--key', file('keys.json', JSON.stringify({ keys }))]),
    ...(kept === undefined ? [] : ['--checkpoint', file('kept.json', JSON.stringify(kept))]),
  ]
  const args = [file('events.jsonl', text), ...options]
  const found = await verifyExport(args[0] as string, { keys, kept: kept && [kept] })
  const { firstBad, provenUpTo } = found
  const between = firstBad && ([provenUpTo + 1, firstBad.upTo] as const)
  if (between !== null) {
    const [from, upTo] = between
    const which = from < upTo ? `between ${from} and ${upTo}` : `${upTo}`
    const said = await refusalOf(args)
    const proven =
      provenUpTo === 0 ? 'No event is proven' : `Events up to ${provenUpTo} are as they were signed`
    // A fault of a proof may follow.
    assert.ok(said.includes(`${proven}; the first bad event is ${which}.`), said)
  }
  if (missing === null) {
    const independent = await verifyIndependently(args[0] as string, options)
    assert.deepEqual(independent.between, between, `both agree: ${independent.text}`)
    const line = firstBad?.line ?? null
    if (line !== null) assert.match(independent.text, new RegExp(`^BAD line ${line}: `))
  }
  return found
}

/** Writes files into a folder of the test; returns their paths. */
export function fileMaker(t: TestContext): (name: string, text: string) => string {
  const folder = temporaryDirectory(t)
  return (name, text) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
}

/** Characters that control a terminal, or turn the order of writing round. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/u

/** The sentence with which `events verify` fails; neither it nor the document has controls. */
export async function refusalOf(args: readonly string[]): Promise<string> {
  const failure = await eventsVerifyCommand()
    .parseAsync(args, { from: 'user' })
    .then(() => assert.fail('the command found nothing'))
    .catch((error) => error)
  assert.ok(failure instanceof CommandFailed, failure)
  const said = visible(failure.message)
  for (const text of [said, jsonLine(failure.document)]) assert.doesNotMatch(text, UNSAFE)
  return said
}
