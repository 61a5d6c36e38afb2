import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { EventCheckpoint } from '../../src/sealed-log/event-checkpoint.ts'
import type { ExportVerification } from '../../src/sealed-log/export-verification.ts'
import { verifyExport } from '../../src/sealed-log/verify-export.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import {
  missingForIndependent,
  verifyIndependently,
} from '../support/sealed-log/independent-verifier.ts'
import { eventRow, madeExport, sealedExport } from '../support/sealed-log/made-export.ts'

// 30 events, with checkpoints over 10, 20 and 30.
const whole = madeExport(30, 10)
/** The line of an event, counted from 0; the header and checkpoints are lines, too. */
const at = (event: number) => event + Math.floor((event - 1) / 10)
const missing = missingForIndependent()

/** A forged log: an event is altered, and every hash from it on is right. */
function forged(event: number, signer = whole.signer, keys = whole.keys): string[] {
  const rows = Array.from({ length: 30 }, (_, index) => eventRow(index + 1)).map((row) =>
    row.number === event ? { ...row, subjectId: 'xfer_forged' } : row,
  )
  return [...sealedExport(rows, { checkpointEvery: 10, keys, signer }).lines]
}

type Lines = string[]
type Bad = [kind: string, sequence: number]

const edit = (lines: Lines, line: number, [from, to]: [string | RegExp, string]) => {
  const before = lines[line] as string
  lines[line] = before.replace(from, to)
  assert.notEqual(lines[line], before, 'something is edited')
}
const renumbered = (line: string, sequence: number) =>
  line.replace(/"sequence":\d+/, `"sequence":${sequence}`)

const CASES: [what: string, tamper: (lines: Lines) => Lines | undefined, Bad][] = [
  ['an event altered', (l) => void edit(l, at(7), [/xfer_7/, 'xfer_8']), ['altered', 7]],
  ['the first event altered', (l) => void edit(l, at(1), [/xfer_1/, 'xfer_2']), ['altered', 1]],
  ['the last event altered', (l) => void edit(l, at(30), [/xfer_30/, 'xfer_3']), ['altered', 30]],
  [
    'a hash altered',
    (l) => void edit(l, at(7), [/"chainHash":"./, '"chainHash":"x']),
    ['altered', 7],
  ],
  ['a member added', (l) => void edit(l, at(7), [/^\{/, '{"Z":1,']), ['altered', 7]],
  ['a member twice', (l) => void edit(l, at(7), [/"id"/, '"id":"evt_1","id"']), ['altered', 7]],
  ['white space added', (l) => void edit(l, at(7), [/"id":/, '"id": ']), ['altered', 7]],
  ['a line that is no JSON', (l) => void l.splice(at(7), 1, 'nothing'), ['altered', 7]],
  ['an event removed', (l) => void l.splice(at(7), 1), ['removed', 7]],
  ['the first event removed', (l) => void l.splice(at(1), 1), ['removed', 1]],
  ['several events removed', (l) => void l.splice(at(3), 4), ['removed', 3]],
  ['the event before a checkpoint removed', (l) => void l.splice(at(10), 1), ['removed', 10]],
  ['the last event removed', (l) => void l.splice(at(30), 1), ['removed', 30]],
  ['an event removed, the others renumbered', (l) => renumber(l, 7), ['altered', 7]],
  [
    'an event inserted',
    (l) => void l.splice(at(7), 0, renumbered(l[at(3)] as string, 7)),
    ['inserted', 7],
  ],
  ['an event repeated', (l) => void l.splice(at(7), 0, l[at(6)] as string), ['inserted', 7]],
  [
    'a later event inserted early',
    (l) => void l.splice(at(7), 0, l[at(12)] as string),
    ['inserted', 7],
  ],
  [
    'an event beyond the last inserted',
    (l) => void l.splice(at(7), 0, renumbered(l[at(3)] as string, 99)),
    ['inserted', 7],
  ],
  ['a line that is no JSON inserted', (l) => void l.splice(at(7), 0, 'nothing'), ['inserted', 7]],
  [
    'two events swapped',
    (l) => void l.splice(at(7), 2, l[at(8)] as string, l[at(7)] as string),
    ['reordered', 7],
  ],
  ['an event moved back', (l) => void l.splice(at(20), 0, ...l.splice(at(7), 1)), ['reordered', 7]],
  [
    'an event moved forward',
    (l) => void l.splice(at(7), 0, ...l.splice(at(18), 1)),
    ['reordered', 7],
  ],
  ['the end cut off', (l) => l.slice(0, at(17) + 1), ['removed', 18]],
  ['the end cut off at a checkpoint', (l) => l.slice(0, at(20) + 2), ['removed', 21]],
  ['the closing checkpoint removed', (l) => l.slice(0, -1), ['checkpoint', 21]],
  ['the newest events removed', (l) => void l.splice(at(26), 5), ['removed', 26]],
  ['everything removed', (l) => l.slice(0, 1), ['removed', 1]],
  ['an event with a right hash appended', appended, ['inserted', 31]],
  [
    'a checkpoint that says another number',
    (l) => void edit(l, at(20) + 1, [/"sequence":20/, '"sequence":19']),
    ['checkpoint', 11],
  ],
  [
    'the time of a checkpoint',
    (l) => void edit(l, at(20) + 1, [/"at":"2026/, '"at":"2025']),
    ['checkpoint', 11],
  ],
  [
    'the signature of a checkpoint',
    (l) => void edit(l, at(20) + 1, [/"signature":".{4}/, '"signature":"AAAA']),
    ['checkpoint', 11],
  ],
  ['the organization', (l) => void edit(l, 0, [/org_custody/, 'org_other']), ['checkpoint', 1]],
  ['an event altered, with all hashes after it', (l) => rehashed(l, 15), ['altered', 11]],
]

/** Takes an event away, and its number from all that follow. */
function renumber(lines: Lines, event: number): undefined {
  lines.splice(at(event), 1)
  for (let line = at(event); line < lines.length; line += 1) {
    const [, sequence] = /"sequence":(\d+)/.exec(lines[line] as string) ?? []
    lines[line] = renumbered(lines[line] as string, Number(sequence) - 1)
  }
}

function appended(): Lines {
  const rows = Array.from({ length: 31 }, (_, index) => eventRow(index + 1))
  const more = sealedExport(rows, { checkpointEvery: 10, ...whole }).lines.at(-2) as string
  return [...whole.lines.slice(0, -1), more, whole.lines.at(-1) as string]
}

/** Forged events; the checkpoints are those of the vault. */
function rehashed(lines: Lines, event: number): Lines {
  return forged(event).map((line, index) => {
    return line.includes('"signature"') ? (lines[index] as string) : line
  })
}

async function verdict(path: string, options: Parameters<typeof verifyExport>[1], args: string[]) {
  const ours = await verifyExport(path, options)
  if (missing === null) {
    const { between, text } = await verifyIndependently(path, args)
    const expected = ours.firstBad && [ours.provenUpTo + 1, ours.firstBad.upTo]
    assert.deepEqual(between, expected, `both agree: ${text}`)
  }
  return ours
}

const badOf = ({ firstBad }: ExportVerification) => firstBad && [firstBad.kind, firstBad.sequence]

test('both verifiers are run', (t) => {
  if (missing !== null) t.skip(missing)
})

test('an export that nobody changed is whole', async (t) => {
  const path = join(temporaryDirectory(t), 'events.jsonl')
  writeFileSync(path, whole.lines.map((line) => `${line}\n`).join(''))
  const found = await verdict(path, {}, [])
  assert.deepEqual(found, {
    organizationId: 'org_custody',
    events: 30,
    provenUpTo: 30,
    checkpoints: 3,
    lastCheckpoint: JSON.parse(whole.lines.at(-1) as string),
    keysFrom: 'file',
    firstBad: null,
    proofs: 0,
    badProof: null,
  })
})

for (const [what, tamper, expected] of CASES) {
  test(`${what}: found, and where`, async (t) => {
    const path = join(temporaryDirectory(t), 'events.jsonl')
    const lines = [...whole.lines]
    const tampered = tamper(lines) ?? lines
    writeFileSync(path, tampered.map((line) => `${line}\n`).join(''))
    const found = await verdict(path, {}, [])
    assert.deepEqual(badOf(found), expected, `${found.firstBad?.detail}`)
    assert.ok(found.provenUpTo < expected[1])
  })
}

test('a file that was cut within a line is cut there', async (t) => {
  const path = join(temporaryDirectory(t), 'events.jsonl')
  const text = whole.lines.map((line) => `${line}\n`).join('')
  writeFileSync(path, text.slice(0, text.indexOf('"xfer_17"')))
  const found = await verdict(path, {}, [])
  assert.deepEqual(badOf(found), ['removed', 17])
  assert.equal(found.firstBad?.detail, 'the file ends within the event')
})

test('a forged log with keys of its own passes alone, and not with the keys of the vault', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'events.jsonl')
  const { signer, keys } = madeExport(1, 1)
  writeFileSync(
    path,
    forged(15, signer, keys)
      .map((line) => `${line}\n`)
      .join(''),
  )
  const alone = await verdict(path, {}, [])
  assert.deepEqual([badOf(alone), alone.keysFrom], [null, 'file'])
  const keyFile = join(folder, 'keys.json')
  writeFileSync(keyFile, JSON.stringify({ keys: whole.keys }))
  const found = await verdict(path, { keys: whole.keys }, ['--key', keyFile])
  assert.deepEqual([badOf(found), found.keysFrom], [['checkpoint', 1], 'given'])
})

test('a checkpoint kept elsewhere shows what the file alone cannot', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'events.jsonl')
  const kept = join(folder, 'kept.json')
  const last = whole.lines.at(-1) as string
  writeFileSync(kept, last)
  const options = { kept: [JSON.parse(last) as EventCheckpoint] }
  const write = (lines: readonly string[]) =>
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  write(whole.lines)
  assert.equal(badOf(await verdict(path, options, ['--checkpoint', kept])), null)
  // An older export: whole in itself, without the newest events.
  const rows = Array.from({ length: 20 }, (_, index) => eventRow(index + 1))
  write(sealedExport(rows, { checkpointEvery: 10, ...whole }).lines)
  assert.equal(badOf(await verdict(path, {}, [])), null)
  const cut = await verdict(path, options, ['--checkpoint', kept])
  assert.deepEqual(badOf(cut), ['removed', 21])
  // A log that the holder of the key has written anew.
  write(forged(15))
  assert.equal(badOf(await verdict(path, {}, [])), null)
  const rewritten = await verdict(path, options, ['--checkpoint', kept])
  assert.deepEqual(badOf(rewritten), ['altered', 1])
})

test('what is no export, or a checkpoint of something else, is refused', async (t) => {
  const path = join(temporaryDirectory(t), 'events.jsonl')
  for (const text of ['', 'no JSON', '{}\n', `${whole.lines[1]}\n`]) {
    writeFileSync(path, text)
    await assert.rejects(verifyExport(path), /does not begin with the header of an export/)
  }
  writeFileSync(path, whole.lines.map((line) => `${line}\n`).join(''))
  const last = JSON.parse(whole.lines.at(-1) as string) as EventCheckpoint
  const foreign = { ...last, organizationId: 'org_other' }
  await assert.rejects(verifyExport(path, { kept: [foreign] }), /is of another organization/)
  const altered = { ...last, sequence: 31 }
  await assert.rejects(
    verifyExport(path, { keys: whole.keys, kept: [altered] }),
    /was not signed by one of the keys/,
  )
})
