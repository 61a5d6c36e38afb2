import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { copiedCheckout } from '../support/dev/copied-checkout.ts'
import { plainEnvironment, startProgram } from '../support/processes/program.ts'

async function inCheckout(checkout: string, ...command: string[]) {
  // With it, a runner inside a test runs nothing.
  const { NODE_TEST_CONTEXT: _, ...environment } = plainEnvironment()
  return await startProgram(command, { program: 'npm', cwd: checkout, environment }).ended
}

async function newOperation(checkout: string, ...args: string[]) {
  return await inCheckout(checkout, 'run', '--silent', 'new:operation', '--', ...args)
}

async function assertPasses(checkout: string, ...command: string[]) {
  const { code, stdout, stderr } = await inCheckout(checkout, ...command)
  assert.equal(code, 0, `${command.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

// The compiler, the linter and the formatter judge the source here, once: with what is written.
test('npm run new:operation writes operations of each kind that pass the checks and their tests', async (t: TestContext) => {
  const checkout = copiedCheckout(t)
  const names = ['split-transfer', 'get-fbo-account-fees', 'list-overdue-transfers']
  for (const name of names) {
    const { code, stdout, stderr } = await newOperation(checkout, name)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, new RegExp(`^ +test/operations/${name}.test.ts$`, 'm'))
    assert.match(stdout, /^Write next:\n(?: +.+\n)+$/m)
  }
  await assertPasses(checkout, 'run', 'check', '--', '--error-on-warnings')
  const own = names.map((name) => `test/operations/${name}.test.ts`)
  // Those fail for an operation that has no row in the catalogue.
  const ofAll = ['access', 'powers-of-now', 'paging', 'published'].map(
    (name) => `test/contract/${name}.test.ts`,
  )
  const report = await assertPasses(checkout, 'test', '--', ...own, ...ofAll, FILES)
  for (const file of own) assert.match(report, new RegExp(`^ +[\\d.]+ s  ${file}$`, 'm'))
})

const FILES = 'test/conventions/files.test.ts'

const REFUSED: readonly [args: readonly string[], sentence: RegExp][] = [
  [[], /^Name the operation by a verb and its record/],
  [['split'], /^Name the operation by a verb and its record/],
  [['split-cargo'], /^No record in "split-cargo": --room is one of src\/vault\/transfers, /],
  [['split-transfer', '--room', 'cargo'], /^No record in "split-transfer": --room is one of /],
  [['split-transfer', '--kind', 'verb'], /^--kind is one of change, read, list\.$/m],
  [['approve-transfer'], /^There is an operation approveTransfer\.$/m],
  [['list-late-people'], /^The tests fill no list of src\/access\/people/],
]

test('npm run new:operation says what it cannot write, and writes nothing', async () => {
  for (const [args, sentence] of REFUSED) {
    const { code, stdout, stderr } = await newOperation('.', ...args)
    assert.deepEqual([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, sentence)
  }
})
