import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonical } from '../../src/domain/text.ts'
import { signCheckpoint, toEventCheckpoint } from '../../src/history/sealed-log/event-checkpoint.ts'
import { verifyExport } from '../../src/history/sealed-log/verify-export.ts'
import { runCommand } from '../support/processes/command.ts'
import { fileMaker, missing, refusalOf, textOf } from '../support/sealed-log/export-verdict.ts'
import { verifyIndependently } from '../support/sealed-log/independent-verifier.ts'
import { eventRow, madeExport, sealedExport } from '../support/sealed-log/made-export.ts'

// A file that somebody else made must not write to the reader's terminal, nor stop the verdict.

const small = madeExport(3, 1)
const [header, ...behind] = small.lines as [string, ...string[]]
const closing = JSON.parse(small.lines.at(-1) as string)
/** Escape sequences, C1 controls, and an order of writing that is turned round. */
const CONTROLS = '\u001b[8m\u009b2J\u202e\u0007\r\u007f'

/** A signed export of an organization with any name. */
function selfSigned(organizationId: string): string {
  const { lines } = sealedExport([{ ...eventRow(1), organizationId }], {
    checkpointEvery: 1,
    ...small,
  })
  const event = lines[1] as string
  const seal = { number: 1, chainHash: Buffer.from(JSON.parse(event).chainHash, 'hex') }
  const signed = toEventCheckpoint(signCheckpoint(organizationId, seal, new Date(), small.signer))
  const named = { ...JSON.parse(lines[0] as string), organizationId }
  return textOf([canonical(named), event, canonical(signed)])
}

const withHeader = (members: object) =>
  textOf([JSON.stringify({ ...JSON.parse(header), ...members }), ...behind])
const withKey = (members: object) =>
  withHeader({ keys: small.keys.map((key) => ({ ...key, ...members })) })

const NO_EXPORTS: [what: string, text: string][] = [
  ['an empty file', ''],
  ['no JSON', 'no JSON'],
  ['another document', '{}\n'],
  ['a file without its header', textOf(behind)],
  ['another kind of organization', withHeader({ organizationId: { isWellFormed: 5 } })],
  ['another kind of number of events', withHeader({ events: '3' })],
  ['another kind of keys', withHeader({ keys: { length: 1 } })],
  ['the id of a key that controls a terminal', withKey({ kid: `key${CONTROLS}` })],
  ['another kind of end of a key', withKey({ retiredAt: { a: 1 } })],
  ['an organization that hides text', selfSigned('org_b, with the keys of the vault.\u001b[8m')],
  ['an organization that controls a terminal', selfSigned(`org_b${CONTROLS}`)],
  ['an organization of two lines', selfSigned('org_b\nis right.')],
]
for (const [what, text] of NO_EXPORTS) {
  test(`${what} is no export`, async (t) => {
    const said = await refusalOf([fileMaker(t)('events.jsonl', text)])
    assert.match(said, /does not begin with the header of an export of events/)
  })
}

test('a terminal gets no controls of a file', async (t) => {
  const path = fileMaker(t)('events.jsonl', selfSigned(`org_b${CONTROLS}`))
  for (const more of [[], ['--json']]) {
    const { code, stdout, stderr } = await runCommand(['events', 'verify', path, ...more])
    const said = (more.length === 0 ? stderr : stdout).trimEnd()
    assert.match(said, /does not begin with the header of an export of events/)
    assert.deepEqual([code, `${stdout}${stderr}`.trimEnd()], [1, said])
    assert.doesNotMatch(said, /[\p{Cc}\p{Bidi_Control}]/u)
  }
})

test('a self-signed export of an organization that is a normal one is unaltered', async (t) => {
  const path = fileMaker(t)('events.jsonl', selfSigned('org_b'))
  const { code, stdout, stderr } = await runCommand(['events', 'verify', path])
  assert.equal(code, 0, stderr)
  assert.match(stdout, /is unaltered: 1 event of org_b, .*\n.*\n.*anybody can have written it/)
})

const ODD = [{ isWellFormed: 5 }, ['a'], null, true, `2026${CONTROLS}`]
for (const member of ['organizationId', 'chainHash', 'at', 'keyId', 'signature', 'sequence']) {
  test(`a checkpoint whose ${member} is no such text gets a verdict, and is none kept`, async (t) => {
    const file = fileMaker(t)
    for (const value of ODD) {
      const line = JSON.stringify({ ...closing, [member]: value })
      const path = file('events.jsonl', textOf([...small.lines.slice(0, -1), line]))
      const said = await refusalOf([path])
      if (typeof value === 'string') continue
      assert.match(said, /is not what was sealed\. .* line 7.* other members than a checkpoint/)
      assert.equal((await verifyExport(path)).firstBad?.kind, 'checkpoint')
      const whole = file('whole.jsonl', textOf(small.lines))
      assert.match(
        await refusalOf([whole, '--checkpoint', file('kept.json', line)]),
        /holds no checkpoint: save the last line of an export/,
      )
    }
  })
}

test('a checkpoint of something else is refused', async (t) => {
  const file = fileMaker(t)
  const args = [file('events.jsonl', textOf(small.lines)), '--checkpoint']
  const foreign = file('foreign.json', JSON.stringify({ ...closing, organizationId: 'org_other' }))
  assert.match(await refusalOf([...args, foreign]), /is of another organization/)
  const altered = file('altered.json', JSON.stringify({ ...closing, sequence: 31 }))
  const key = file('keys.json', JSON.stringify({ keys: small.keys }))
  assert.match(
    await refusalOf([...args, altered, '--key', key]),
    /was not signed by one of the keys/,
  )
})

test('both verifiers take a checkpoint, a response or a page as it is, and one key', async (t) => {
  const file = fileMaker(t)
  const path = file('events.jsonl', textOf(small.lines))
  const key = file('key.json', JSON.stringify(small.keys[0]))
  for (const document of [closing, { data: closing }, { data: [closing], a: null }]) {
    const kept = file('kept.json', JSON.stringify(document, null, 2))
    const args = ['--key', key, '--checkpoint', kept]
    const { code, stderr } = await runCommand(['events', 'verify', path, ...args])
    assert.equal(code, 0, stderr)
    if (missing === null) assert.equal((await verifyIndependently(path, args)).between, null)
  }
})
