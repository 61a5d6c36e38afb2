import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonical } from '../../src/domain/text.ts'
import { verifyExport } from '../../src/history/sealed-log/verify-export.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import {
  missingForIndependent,
  verifyIndependently,
} from '../support/sealed-log/independent-verifier.ts'
import { eventRow, madeExport } from '../support/sealed-log/made-export.ts'

// docs/CUSTODY.md is what others write a verifier by.

const [, text = ''] = readFileSync('docs/CUSTODY.md', 'utf8').split('\n## A worked example\n')
const block = (language: string) =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)?.[1] as string
const example = block('jsonl')
const lines = example.trimEnd().split('\n')
const sha256 = (before: Buffer, bytes: string) =>
  createHash('sha256').update(before).update(bytes).digest()

test('the worked example: both verifiers find it whole, and its hashes are those of the text', async (t) => {
  const path = join(temporaryDirectory(t), 'events.jsonl')
  writeFileSync(path, example)
  const { firstBad, events, checkpoints } = await verifyExport(path)
  assert.deepEqual({ firstBad, events, checkpoints }, { firstBad: null, events: 2, checkpoints: 1 })
  if (missingForIndependent() === null) {
    assert.equal((await verifyIndependently(path)).between, null)
  }
  const shown = block('json').trimEnd()
  const withoutHash = (line = '') => line.replace(/"chainHash":"\w+",/, '')
  assert.equal(withoutHash(lines[1]), shown)
  const first = sha256(Buffer.alloc(32), shown)
  const second = sha256(first, withoutHash(lines[2]))
  for (const hash of [first, second]) assert.ok(text.includes(`\`${hash.toString('hex')}\``))
  assert.equal(JSON.parse(lines[3] as string).chainHash, second.toString('hex'))
  const command = block('sh').replace('FILE', path).trim()
  const printed = execFileSync('sh', ['-c', command], { encoding: 'utf8' })
  assert.ok(printed.trim().endsWith(first.toString('hex')), printed)
})

test('every line of an export is in its canonical form, whatever its texts are', () => {
  for (const line of [...lines, ...madeExport(10, 3).lines]) {
    assert.equal(canonical(JSON.parse(line)), line)
  }
  assert.ok(JSON.stringify(eventRow(2).data).includes('\u2028'))
})

test('the canonical form is that of RFC 8785', () => {
  // Its examples: 3.2.2 (numbers, texts) and 3.2.3 (order of members).
  const numbers = JSON.parse(
    '[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]',
  )
  const string = '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"\u002f'
  assert.equal(
    canonical({ numbers, string, literals: [null, true, false] }),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
  const members = {
    '\u20ac': 1,
    '\r': 2,
    '\ufb33': 3,
    '1': 4,
    '\ud83d\ude00': 5,
    '\u0080': 6,
    ö: 7,
  }
  assert.equal(
    canonical(members),
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
  )
})
