import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { canonical } from '../../src/domain/text.ts'
import { signCheckpoint, toEventCheckpoint } from '../../src/history/sealed-log/event-checkpoint.ts'
import { verifyExport } from '../../src/history/sealed-log/verify-export.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import {
  independentVerdict,
  missingForIndependent,
} from '../support/sealed-log/independent-verifier.ts'
import { madeExport, ORGANIZATION_ID, sealedExport } from '../support/sealed-log/made-export.ts'
import { type Told, toldRow } from '../support/sealed-log/told-approvals.ts'

// Lines that two readers of JSON could read as two things, by a forger who seals and signs them.

const { keys, signer } = madeExport(0, 1)
const missing = missingForIndependent()
const OTHER: Told = { type: 'role.created', id: 'role_1', data: {} }

const TYPE = '"type":"role.created"}'
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const inData = (member: string) => ['"data":{}', `"data":{"x":${member}}`] as const
const LINES: [what: string, from: string, to: string][] = [
  ['a member twice', TYPE, '"type":"transfer.completed","type":"role.created"}'],
  [
    'a member twice, once escaped',
    TYPE,
    '"type":"transfer.completed","\\u0074ype":"role.created"}',
  ],
  ['a member of its data twice', ...inData('1,"x":2')],
  ['an escaped letter', TYPE, '"type":"role\\u002ecreated"}'],
  ['an escape of another form', ...inData('"\\u000a"')],
  ['blanks', ',"id"', ', "id"'],
  ['a blank at its end', TYPE, `${TYPE} `],
  ['an exponent', '"sequence":1', '"sequence":1e0'],
  ['true as its number', '"sequence":1', '"sequence":true'],
  ['a fraction of nothing', ...inData('1.0')],
  ['more digits than a number has', ...inData('1152921504606846976')],
  ['a zero below zero', ...inData('-0')],
  ['a number without bounds', ...inData('1e400')],
  ['no number', ...inData('NaN')],
  ['half a character', ...inData('"\\ud800"')],
  ['a list in a list, too deep to read', ...inData(DEEP)],
]
for (const [what, from, to] of LINES) {
  test(`a line with ${what} is no event, though its hash is right`, async (t) => {
    const { js, python } = await lineVerdicts(t, (text) => text.replace(from, () => to))
    assert.deepEqual([js, python], ['altered', missing ?? 'BAD'])
  })
}

test('numbers and texts in their canonical form are read by both', async (t) => {
  const odd =
    '{"10":1e+21,"9":[1.5,-0.000001,1.5e-7,1152921504606847000],"é":"\\u0007\\n\\\\\\" \u007f🔑"}'
  const { js, python } = await lineVerdicts(t, (text) => text.replace('{}', () => odd))
  assert.deepEqual([js, python], [undefined, missing ?? 'OK'])
})

for (const [what, header] of [
  ['fewer events than none', { events: -1 }],
  ['true as the number of its events', { events: true }],
] as const) {
  test(`a header with ${what} is none`, async (t) => {
    const { js, python } = await lineVerdicts(t, (text) => text, header)
    assert.deepEqual([js, python], ['unusable', missing ?? 'BAD'])
  })
}

/** The verdicts on an export of one event, whose text is forged before it is sealed and signed. */
async function lineVerdicts(t: TestContext, forge: (text: string) => string, header: object = {}) {
  const { lines } = sealedExport([toldRow(OTHER, 0)], { checkpointEvery: 1, keys, signer })
  const { chainHash: _, ...event } = JSON.parse(lines[1] as string)
  const text = forge(canonical(event))
  const chainHash = createHash('sha256').update(Buffer.alloc(32)).update(text).digest()
  const at = new Date('2026-11-22T10:00:00.000Z')
  const seal = signCheckpoint(ORGANIZATION_ID, { number: 1, chainHash }, at, signer)
  const path = join(temporaryDirectory(t), 'events.jsonl')
  const member = `"chainHash":"${chainHash.toString('hex')}",`
  const forged = [
    canonical({ ...JSON.parse(lines[0] as string), ...header }),
    text.replace('"data":', () => `${member}"data":`),
    canonical(toEventCheckpoint(seal)),
  ]
  writeFileSync(path, forged.map((line) => `${line}\n`).join(''))
  const js = await verifyExport(path, { keys }).then(
    ({ firstBad }) => firstBad?.kind,
    () => 'unusable',
  )
  return { js, python: missing ?? (await independentVerdict(path)).verdict }
}
