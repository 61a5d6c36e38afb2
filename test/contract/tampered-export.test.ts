import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExportVerification } from '../../src/history/sealed-log/export-verification.ts'
import { missing, textOf, verdictOn } from '../support/sealed-log/export-verdict.ts'
import { eventRow, madeExport, sealedExport } from '../support/sealed-log/made-export.ts'

// 30 events, with checkpoints over 10, 20 and 30. Each row is judged by the service, its command,
// and the independent verifier.
const whole = madeExport(30, 10)
const last = JSON.parse(whole.lines.at(-1) as string)
/** The line of an event, counted from 0; the header and checkpoints are lines, too. */
const at = (event: number) => event + Math.floor((event - 1) / 10)
const isCheckpoint = (line: string) => line.includes('"signature"')

/** A log in which an event is altered, and every hash from it on is right. */
function forged(event: number, { events = 30, ...signed } = whole as Partial<Log>): string[] {
  const rows = Array.from({ length: events }, (_, index) => eventRow(index + 1)).map((row) =>
    row.number === event ? { ...row, subjectId: 'xfer_forged' } : row,
  )
  return [...sealedExport(rows, { checkpointEvery: 10, ...whole, ...signed }).lines]
}
type Log = typeof whole & { readonly events: number }

/** The same; the checkpoints are those of the vault. */
const rehashed = (event: number) =>
  forged(event).map((line, index) => (isCheckpoint(line) ? (whole.lines[index] as string) : line))

type Tamper = (lines: string[]) => string[]
const edit =
  (line: number, from: string | RegExp, to: string): Tamper =>
  (lines) => {
    const after = (lines[line] as string).replace(from, to)
    assert.notEqual(after, lines[line], 'something is edited')
    return lines.with(line, after)
  }
const remove =
  (event: number, count = 1): Tamper =>
  (lines) =>
    lines.toSpliced(at(event), count)
const put =
  (line: string): Tamper =>
  (lines) =>
    lines.with(at(7), line)
const insert =
  (line: string): Tamper =>
  (lines) =>
    lines.toSpliced(at(7), 0, line)
const move =
  (from: number, to: number): Tamper =>
  (lines) =>
    lines.toSpliced(at(from), 1).toSpliced(at(to), 0, lines[at(from)] as string)
const event = (number: number, sequence = number) =>
  (whole.lines[at(number)] as string).replace(/"sequence":\d+/, `"sequence":${sequence}`)
/** The line of the second checkpoint. */
const SECOND = at(20) + 1

/** Takes an event away, and its number from all that follow. */
const renumber: Tamper = (lines) => {
  const one = (text: string) => text.replace(/(?<="sequence":)\d+/, (n) => `${Number(n) - 1}`)
  return remove(7)(lines).map((line, index) => (index >= at(7) ? one(line) : line))
}

/** The hash among the members of the actor, where a careless reader takes it for the event's. */
const moveHash: Tamper = (lines) => {
  const [hash = ''] = /"chainHash":"\w+",/.exec(lines[7] as string) ?? []
  const without = (lines[7] as string).replace(hash, '')
  return lines.with(7, without.replace('"actor":{', `"actor":{${hash}`))
}

/** The tampering; the kind and place of the first that does not fit; the last bad one. */
const CASES: [what: string, tamper: Tamper, bad: string, upTo: number][] = [
  ['an event altered', edit(at(7), 'xfer_7', 'xfer_8'), 'altered 7', 7],
  ['the first event altered', edit(at(1), 'xfer_1', 'xfer_2'), 'altered 1', 1],
  ['the last event altered', edit(at(30), 'xfer_30', 'xfer_3'), 'altered 30', 30],
  ['a hash altered', edit(at(7), /"chainHash":"./, '"chainHash":"x'), 'altered 7', 7],
  ['a member added', edit(at(7), /^\{/, '{"Z":1,'), 'altered 7', 7],
  ['a member twice', edit(at(7), '"id"', '"id":"evt_1","id"'), 'altered 7', 7],
  ['white space added', edit(at(7), '"id":', '"id": '), 'altered 7', 7],
  ['a line that is no JSON', put('nothing'), 'altered 7', 7],
  ['a line that is a list', put('[]'), 'altered 7', 7],
  ['a line that is a number', put('7'), 'altered 7', 7],
  ['a line of deep nesting', put('['.repeat(100_000)), 'altered 7', 7],
  ['a line of 17 MB', put(`{"a":"${'a'.repeat(17 * 1024 * 1024)}"}`), 'altered 7', 7],
  ['other bytes than UTF-8', edit(at(7), '"type"', '"\udc80"'), 'altered 7', 7],
  ['a sequence that is a text', edit(at(7), '"sequence":7', '"sequence":"7"'), 'altered 7', 7],
  ['a hash as a member of the actor', moveHash, 'altered 7', 7],
  ['an event removed', remove(7), 'removed 7', 7],
  ['the first event removed', remove(1), 'removed 1', 1],
  ['several events removed', remove(3, 4), 'removed 3', 3],
  ['the event before a checkpoint removed', remove(10), 'removed 10', 10],
  ['the last event removed', remove(30), 'removed 30', 30],
  ['an event removed, the others renumbered', renumber, 'altered 7', 7],
  ['an event inserted', insert(event(3, 7)), 'inserted 7', 7],
  ['an event repeated', insert(event(6)), 'inserted 7', 7],
  ['a later event inserted early', insert(event(12)), 'inserted 7', 7],
  ['an event beyond the last inserted', insert(event(3, 99)), 'inserted 7', 7],
  ['a line that is no JSON inserted', insert('nothing'), 'inserted 7', 7],
  ['two events swapped', move(7, 8), 'reordered 7', 7],
  ['an event moved back', move(7, 20), 'reordered 7', 7],
  ['an event moved forward', move(18, 7), 'reordered 7', 7],
  ['the end cut off', (lines) => lines.slice(0, at(17) + 1), 'removed 18', 18],
  ['the end cut off at a checkpoint', (lines) => lines.slice(0, SECOND + 1), 'removed 21', 21],
  ['the closing checkpoint removed', (lines) => lines.slice(0, -1), 'checkpoint 21', 30],
  ['the newest events removed', remove(26, 5), 'removed 26', 26],
  ['everything removed', (lines) => lines.slice(0, 1), 'removed 1', 1],
  [
    'an event with a right hash appended',
    (lines) => lines.toSpliced(-1, 0, forged(0, { events: 31 }).at(-2) as string),
    'inserted 31',
    31,
  ],
  [
    'an event appended, and the header raised',
    (lines) =>
      [...forged(0, { events: 31 }).slice(0, -2), lines.at(-1) as string].concat(
        forged(0, { events: 31 }).at(-2) as string,
      ),
    'checkpoint 31',
    31,
  ],
  ['another number in a checkpoint', edit(SECOND, ':20,', ':19,'), 'checkpoint 11', 20],
  ['a number as a text in it', edit(SECOND, ':20,', ':"20",'), 'checkpoint 11', 20],
  ['the time of a checkpoint', edit(SECOND, '"at":"2026', '"at":"2025'), 'checkpoint 11', 20],
  ['the signature', edit(SECOND, /"signature":".{4}/, '"signature":"AAAA'), 'checkpoint 11', 20],
  ['a signature of no bytes', edit(SECOND, /(signature":").*"/, '$1"'), 'checkpoint 11', 20],
  ['an unsigned member of a checkpoint', edit(SECOND, '{', '{"a":1,'), 'checkpoint 11', 20],
  [
    'a checkpoint without members',
    (lines) => lines.with(SECOND, '{"format":"vault-inventory-checkpoint-1"}'),
    'checkpoint 11',
    20,
  ],
  ['the organization', edit(0, 'org_custody', 'org_other'), 'checkpoint 1', 10],
  ['an event altered, with all hashes after it', () => rehashed(15), 'altered 11', 20],
  // The chain has no secret: who alters an event can compute the hashes behind it again. Only what
  // a checkpoint is over is proven.
  [
    'an event altered, with the hashes of some behind it',
    (lines) => [...rehashed(13).slice(0, at(17)), ...lines.slice(at(17))],
    'altered 17',
    17,
  ],
  [
    'an event altered, with all hashes, and checkpoints removed',
    () => rehashed(25).filter((line, index) => !isCheckpoint(line) || index < SECOND),
    'checkpoint 11',
    30,
  ],
]

const badOf = ({ firstBad }: ExportVerification) =>
  firstBad && `${firstBad.kind} ${firstBad.sequence}`

test('both verifiers are run', (t) => {
  if (missing !== null) t.skip(missing)
})

test('an export that nobody changed is whole', async (t) => {
  assert.deepEqual(await verdictOn(t, textOf(whole.lines)), {
    organizationId: 'org_custody',
    events: 30,
    provenUpTo: 30,
    checkpoints: 3,
    lastCheckpoint: last,
    keysFrom: 'file',
    firstBad: null,
    proofs: 0,
    wipes: 0,
    badProof: null,
  })
})

for (const [what, tamper, bad, upTo] of CASES) {
  test(`${what}: found, and where`, async (t) => {
    const found = await verdictOn(t, textOf(tamper([...whole.lines])))
    assert.equal(badOf(found), bad, `${found.firstBad?.detail}`)
    const { provenUpTo, firstBad } = found
    assert.equal(firstBad?.upTo, upTo)
    // Nothing is called signed but what a checkpoint is over.
    assert.ok(provenUpTo % 10 === 0 && provenUpTo < (firstBad?.sequence ?? 0))
  })
}

test('a file that was cut within a line is cut there', async (t) => {
  const text = textOf(whole.lines)
  const found = await verdictOn(t, text.slice(0, text.indexOf('"xfer_17"')))
  assert.equal(badOf(found), 'removed 17')
  assert.equal(found.firstBad?.detail, 'the file ends within the event')
})

test('a forged log with keys of its own passes alone, and not with the keys of the vault', async (t) => {
  const text = textOf(forged(15, madeExport(1, 1)))
  const alone = await verdictOn(t, text)
  assert.deepEqual([badOf(alone), alone.keysFrom], [null, 'file'])
  const found = await verdictOn(t, text, { keys: whole.keys })
  assert.deepEqual([badOf(found), found.keysFrom], ['checkpoint 1', 'given'])
})

const LOGS: [what: string, lines: readonly string[], bad: string | null][] = [
  ['the log as it was', whole.lines, null],
  // Whole in itself, without the newest events.
  ['an older export', forged(0, { events: 20 }), 'removed 21'],
  ['a log that the holder of the key has rewritten', forged(15), 'altered 1'],
]
for (const [what, lines, bad] of LOGS) {
  test(`${what}: a checkpoint kept elsewhere shows what the file alone cannot`, async (t) => {
    assert.equal(badOf(await verdictOn(t, textOf(lines))), null)
    assert.equal(badOf(await verdictOn(t, textOf(lines), { kept: last })), bad)
  })
}

test('a checkpoint dated after its key was retired does not verify', async (t) => {
  const times = whole.lines.slice(1).flatMap((line) => JSON.parse(line).at ?? [])
  assert.equal(times.length, 3)
  for (const [index, retiredAt] of times.entries()) {
    const keys = whole.keys.map((key) => ({ ...key, retiredAt }))
    const { provenUpTo, firstBad } = await verdictOn(t, textOf(whole.lines), { keys })
    const proven = (index + 1) * 10
    assert.deepEqual([provenUpTo, firstBad?.upTo], [proven, index === 2 ? undefined : proven + 10])
  }
})
