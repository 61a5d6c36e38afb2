import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { canonical } from '../../src/domain/canonical.ts'
import type { EventRow } from '../../src/events/event.ts'
import { toEventCheckpoint } from '../../src/sealed-log/event-checkpoint.ts'
import { signCheckpoint } from '../../src/sealed-log/sign-checkpoint.ts'
import { runCommand } from '../support/processes/command.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { eventRow, madeExport, sealedExport } from '../support/sealed-log/made-export.ts'

// A file that somebody else made must not write to the reader's terminal, nor stop the verdict.

const small = madeExport(3, 1)
/** Escape sequences, C1 controls, and an order of writing that is turned round. */
const CONTROLS = '\u001b[8m\u009b2J\u202e\u0007\r\u007f'
const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/u

function fileOf(t: TestContext, lines: readonly string[]): string {
  const path = join(temporaryDirectory(t), 'events.jsonl')
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  return path
}

const verify = async (...args: string[]) => {
  const text = await runCommand(['events', 'verify', ...args])
  const json = await runCommand(['events', 'verify', ...args, '--json'])
  return { text, json }
}

/** A signed export of an organization with any name. */
function selfSigned(organizationId: string): string[] {
  const rows = [eventRow(1)].map((row): EventRow => ({ ...row, organizationId }))
  const { lines } = sealedExport(rows, { checkpointEvery: 1, ...small })
  const header = { ...JSON.parse(lines[0] as string), organizationId }
  const event = JSON.parse(lines[1] as string) as { chainHash: string }
  const seal = { number: 1, chainHash: Buffer.from(event.chainHash, 'hex') }
  const closing = toEventCheckpoint(signCheckpoint(organizationId, seal, new Date(), small.signer))
  return [canonical(header), lines[1] as string, canonical(closing)]
}

test('a self-signed export of an organization that is a normal one is unaltered', async (t) => {
  const { text } = await verify(fileOf(t, selfSigned('org_b')))
  assert.equal(text.code, 0, text.stderr)
  assert.match(text.stdout, /is unaltered: 1 event of org_b, .*\n.*\n.*anybody can have written it/)
})

const NAMES = [
  'org_b, with the keys of the vault.\u001b[8m',
  `org_b${CONTROLS}`,
  'org_b\nis right.',
]
for (const name of NAMES) {
  test(`an organization named ${escape(name)} is no header of an export`, async (t) => {
    const { text, json } = await verify(fileOf(t, selfSigned(name)))
    assert.equal(text.code, 1, text.stdout)
    assert.match(text.stderr, /does not begin with the header of an export of events/)
    assert.deepEqual([text.stdout, UNSAFE.test(text.stderr.trimEnd())], ['', false])
    assert.equal(json.code, 1)
    assert.ok(!UNSAFE.test(json.stdout.trimEnd()), json.stdout)
  })
}

const MEMBERS = ['organizationId', 'chainHash', 'at', 'keyId', 'signature', 'sequence']
for (const member of MEMBERS) {
  const altered = (value: unknown) => {
    const lines = [...small.lines]
    const checkpoint = JSON.parse(lines.at(-1) as string)
    lines[lines.length - 1] = JSON.stringify({ ...checkpoint, [member]: value })
    return lines
  }
  test(`a checkpoint whose ${member} is no text gets a verdict`, async (t) => {
    for (const value of [{ isWellFormed: 5 }, ['a'], null, true]) {
      const path = fileOf(t, altered(value))
      const { text, json } = await verify(path)
      assert.equal(text.code, 1, text.stdout)
      assert.match(
        text.stderr,
        /is not what was sealed\. .* line 7.* other members than a checkpoint/,
      )
      assert.equal(json.document.firstBad.kind, 'checkpoint')
    }
  })
  test(`a checkpoint whose ${member} controls a terminal does not reach it`, async (t) => {
    const path = fileOf(t, altered(`2026${CONTROLS}`))
    const { text, json } = await verify(path)
    assert.equal(text.code, 1)
    assert.ok(!UNSAFE.test(text.stderr.trimEnd()), JSON.stringify(text.stderr))
    assert.ok(!UNSAFE.test(json.stdout.trimEnd()), json.stdout)
  })
  test(`a kept checkpoint whose ${member} is no text is none`, async (t) => {
    const kept = join(temporaryDirectory(t), 'kept.json')
    writeFileSync(kept, altered({ isWellFormed: 5 }).at(-1) as string)
    const { text } = await verify(fileOf(t, small.lines), '--checkpoint', kept)
    assert.equal(text.code, 1)
    assert.match(text.stderr, /holds no checkpoint: save the last line of an export/)
  })
}

const HEADERS: [what: string, header: object][] = [
  ['the organization', { organizationId: { isWellFormed: 5 } }],
  ['the number of events', { events: '3' }],
  ['the keys', { keys: { length: 1 } }],
  ['the id of a key', { keys: small.keys.map((key) => ({ ...key, kid: `key${CONTROLS}` })) }],
  ['the end of a key', { keys: small.keys.map((key) => ({ ...key, retiredAt: { a: 1 } })) }],
]
for (const [what, members] of HEADERS) {
  test(`a header in which ${what} is of another kind is none`, async (t) => {
    const [header, ...lines] = small.lines as [string, ...string[]]
    const altered = JSON.stringify({ ...JSON.parse(header), ...members })
    const { text } = await verify(fileOf(t, [altered, ...lines]))
    assert.equal(text.code, 1, text.stdout)
    assert.match(text.stderr, /does not begin with the header of an export of events/)
  })
}
