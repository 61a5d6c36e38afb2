import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { EventCheckpoint } from '../../src/sealed-log/event-checkpoint.ts'
import { verifyExport } from '../../src/sealed-log/verify-export.ts'
import { runCommand } from '../support/processes/command.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import {
  missingForIndependent,
  verifyIndependently,
} from '../support/sealed-log/independent-verifier.ts'
import { eventRow, madeExport, sealedExport } from '../support/sealed-log/made-export.ts'

// The chain has no secret: who alters an event can compute the hashes behind it anew. Only what a
// checkpoint is over is proven. 1,000 events, with checkpoints over 100 and 1,000.

const rows = Array.from({ length: 1_000 }, (_, index) => eventRow(index + 1))
const vault = madeExport(1, 1)
const { lines: sparse } = sealedExport(rows.slice(0, 1_000), { checkpointEvery: 100, ...vault })
const isCheckpoint = (line: string) => line.includes('"signature"')
const keptCheckpoint = (line: string) => /"sequence":(100|1000),/.test(line)
const whole = sparse.filter((line) => !isCheckpoint(line) || keptCheckpoint(line))
const [FIRST, CLOSING] = whole.filter(isCheckpoint) as [string, string]

/** The line of an event, counted from 0. */
const at = (event: number) => (event <= 100 ? event : event + 1)

/** The lines of a log in which an event was altered, with all hashes from it on. */
function rehashed(event: number, more = 0): string[] {
  const all = [...rows, ...Array.from({ length: more }, (_, index) => eventRow(1_001 + index))]
  const forged = all.map((row) => (row.number === event ? { ...row, subjectId: 'forged' } : row))
  const { lines } = sealedExport(forged, { checkpointEvery: 2_000, ...vault })
  const [header, ...rest] = lines.filter((line) => !isCheckpoint(line)) as [string, ...string[]]
  return [header, ...rest.slice(0, 100), FIRST, ...rest.slice(100)]
}

const CASES: [what: string, lines: string[], proven: number, sequence: number, upTo: number][] = [
  [
    'A: an event altered, with the hashes of 300 behind it',
    [...rehashed(500).slice(0, at(801)), ...whole.slice(at(801))],
    100,
    801,
    801,
  ],
  ['B: an event altered, with all hashes, no closing checkpoint', rehashed(900), 100, 101, 1_000],
  [
    'C: an event appended, and the header raised',
    [...rehashed(0, 1).slice(0, -1), CLOSING, rehashed(0, 1).at(-1) as string],
    1_000,
    1_001,
    1_001,
  ],
]

for (const [what, lines, proven, sequence, upTo] of CASES) {
  test(`${what}: no more is called signed than a checkpoint is over`, async (t) => {
    const path = join(temporaryDirectory(t), 'events.jsonl')
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
    const { provenUpTo, firstBad } = await verifyExport(path)
    assert.deepEqual(
      [provenUpTo, firstBad?.sequence, firstBad?.upTo],
      [proven, sequence, upTo],
      `${firstBad?.detail}`,
    )
    const { code, stderr } = await runCommand(['events', 'verify', path])
    assert.equal(code, 1)
    const place = upTo === proven + 1 ? `${upTo}` : `between ${proven + 1} and ${upTo}`
    const said = `Events up to ${proven} are as they were signed; the first bad event is ${place}.\n`
    assert.ok(stderr.endsWith(said), stderr)
    if (missingForIndependent() === null) {
      const { between, text } = await verifyIndependently(path)
      assert.deepEqual(between, [proven + 1, upTo], text)
    }
  })
}

const small = madeExport(30, 10)
const nested = '['.repeat(100_000)
const LINES: [what: string, line: number, (line: string) => string, between: [number, number]][] = [
  ['a list', 7, () => '[]', [1, 7]],
  ['a number', 7, () => '7', [1, 7]],
  ['deep nesting', 7, () => nested, [1, 7]],
  ['other bytes than UTF-8', 7, (line) => line.replace('"type"', '"\udc80"'), [1, 7]],
  [
    'a sequence that is a text',
    7,
    (line) => line.replace(/"sequence":7/, '"sequence":"7"'),
    [1, 7],
  ],
  [
    'its hash as a member of actor',
    7,
    (line) => line.replace('{"actor":{', '{"actor":{"chainHash":"').replace(/./, '{'),
    [1, 7],
  ],
  ['17 MB', 7, () => `{"a":"${'a'.repeat(17 * 1024 * 1024)}"}`, [1, 7]],
  ['a checkpoint without members', 22, () => '{"format":"vault-inventory-checkpoint-1"}', [11, 20]],
  ['an unsigned member', 22, (line) => line.replace('{', '{"a":1,'), [11, 20]],
  ['a sequence as a text', 22, (line) => line.replace(/:20,/, ':"20",'), [11, 20]],
  ['a signature of no bytes', 22, (line) => line.replace(/(signature":").*"/, '$1"'), [11, 20]],
]

for (const [what, line, alter, expected] of LINES) {
  test(`a line that is or has ${what}: both verifiers name it`, async (t) => {
    const path = join(temporaryDirectory(t), 'events.jsonl')
    const lines = [...small.lines]
    const hash = /"chainHash":"\w+",/.exec(lines[line] as string)?.[0] as string
    lines[line] = what.startsWith('its hash')
      ? (lines[line] as string).replace(hash, '').replace('"actor":{', `"actor":{${hash}`)
      : alter(lines[line] as string)
    assert.notEqual(lines[line], small.lines[line])
    writeFileSync(path, lines.map((each) => `${each}\n`).join(''))
    const { provenUpTo, firstBad } = await verifyExport(path)
    assert.equal(firstBad?.line, line + 1)
    assert.deepEqual([provenUpTo + 1, firstBad?.upTo], expected, firstBad?.detail)
    if (missingForIndependent() === null) {
      const { between, text } = await verifyIndependently(path)
      assert.deepEqual(between, expected, text)
      assert.ok(text.startsWith(`BAD line ${line + 1}: `), text)
    }
  })
}

test('a checkpoint dated after its key was retired does not verify', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'events.jsonl')
  writeFileSync(path, small.lines.map((line) => `${line}\n`).join(''))
  const times = small.lines.slice(1).flatMap((line) => {
    const { at } = JSON.parse(line)
    return at === undefined ? [] : [at as string]
  })
  for (const [index, retiredAt] of [...times, null].entries()) {
    const keys = small.keys.map((key) => ({ ...key, ...(retiredAt !== null && { retiredAt }) }))
    const key = join(folder, 'keys.json')
    writeFileSync(key, JSON.stringify({ keys }))
    const proven = retiredAt === null ? 30 : (index + 1) * 10
    const { provenUpTo, firstBad } = await verifyExport(path, { keys })
    assert.equal(provenUpTo, proven)
    const expected = proven === 30 ? null : [proven + 1, proven + 10]
    assert.deepEqual(firstBad && [provenUpTo + 1, firstBad.upTo], expected)
    if (missingForIndependent() === null) {
      assert.deepEqual((await verifyIndependently(path, ['--key', key])).between, expected)
    }
  }
})

test('both take a checkpoint, a response or a page as it is, and one key', async (t) => {
  const folder = temporaryDirectory(t)
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const path = write('events.jsonl', small.lines.map((line) => `${line}\n`).join(''))
  const checkpoint = JSON.parse(small.lines.at(-1) as string) as EventCheckpoint
  const key = write('key.json', JSON.stringify(small.keys[0]))
  for (const document of [checkpoint, { data: checkpoint }, { data: [checkpoint], a: null }]) {
    const kept = write('kept.json', JSON.stringify(document, null, 2))
    const args = ['--key', key, '--checkpoint', kept]
    const { code, stderr } = await runCommand(['events', 'verify', path, ...args])
    assert.equal(code, 0, stderr)
    if (missingForIndependent() === null) {
      assert.equal((await verifyIndependently(path, args)).between, null)
    }
  }
})
