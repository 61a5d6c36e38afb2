import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { secretsKeys } from '../../src/runtime/config/setting-values.ts'
import { runCommand } from '../support/processes/command.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import {
  missingForIndependent,
  verifyIndependently,
} from '../support/sealed-log/independent-verifier.ts'
import { allSealed } from '../support/sealed-log/sealed-vault.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const SECRETS_KEY = randomBytes(32).toString('base64')
const vault = await openOwnVault({ SECRETS_KEY: secretsKeys(SECRETS_KEY) })
const { api, sql } = vault
const env = { DATABASE_URL: databaseUrlOf(vault.ownerConnection), SECRETS_KEY }
const run = (...args: string[]) => runCommand(args, env)

const setup = await TransferSetup.open(vault)
const { organizationId, source } = setup
const { token } = setup.creator
const NAME = '=مؤسسة 時計 "Łódź", 😀'
await sql`update fbo_accounts set business_name = ${NAME} where id = ${source}`

const DESCRIPTIONS = ['=1+1', '東京の時計', 'ساعة, 1967', '-5', 'line\nfeed', '+49 "x"']
const taken = await api.post('/v1/inventory-items', {
  token,
  body: {
    items: DESCRIPTIONS.map((description, index) => {
      return { fboAccountId: source, description, declaredValueCents: `${1000 * (index + 1)}` }
    }),
  },
})
const [first, second] = taken.body.data as { id: string }[]
await api.post(`/v1/inventory-items/${first?.id}/revalue`, {
  token,
  body: { declaredValueCents: '5', reason: '@cheaper' },
})
const moved = await setup.transfer({ itemIds: [second?.id as string] })
await setup.approve(moved.id)

const PERIOD = ['--from', '2026-01-01', '--to', '2099-01-01']
const statement = (path: string, ...more: string[]) =>
  run('statement', source, '--organization', organizationId, ...PERIOD, '--out', path, ...more)

test('CSV has every line and holding, no formula, and sums that make the closing', async (t) => {
  const path = join(temporaryDirectory(t), 'statement.csv')
  const { code, document } = await statement(path, '--json')
  assert.equal(code, 0, JSON.stringify(document))
  const text = readFileSync(path, 'utf8')
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
  const of = (section: string) => rows.filter((row) => row.section === section)
  assert.equal(of('statement').find(({ kind }) => kind === 'accountName')?.description, `'${NAME}`)
  assert.equal(of('line').length, document.lines)
  assert.equal(of('line').length, 8)
  const sum = (name: string) =>
    [...of('opening'), ...of('line')].reduce((total, row) => total + Number(row[name]), 0)
  const [closing = {}] = of('closing')
  assert.equal(sum('itemsChange'), Number(closing.itemsChange))
  assert.equal(sum('valueChange').toFixed(2), closing.valueChange)
  assert.equal(closing.valueChange, '180.05')
  assert.equal(of('closing holding').length, 5)
  for (const row of rows) {
    for (const cell of Object.values(row)) {
      assert.ok(!/^[=+\-@\t\r\n]/.test(cell) || /^-?\d+(\.\d+)?$/.test(cell), cell)
    }
  }
  const descriptions = new Set(of('line').map(({ description }) => description))
  const expected = ["'=1+1", '東京の時計', 'ساعة, 1967', '-5', 'line\nfeed', `'+49 "x"`]
  assert.deepEqual([...descriptions].toSorted(), expected.toSorted())
})

test('Both verifiers take the checkpoint out of the statement, in JSON and in CSV', async (t) => {
  const folder = temporaryDirectory(t)
  await allSealed(vault, organizationId)
  const file = join(folder, 'events.jsonl')
  const exported = await run('events', 'export', file, '--organization', organizationId, '--json')
  assert.equal(exported.code, 0, exported.stdout)
  const keys = join(folder, 'keys.json')
  writeFileSync(keys, (await api.get('/.well-known/vault-keys.json')).text)
  const json = join(folder, 'statement.json')
  const read = await api.get(`/v1/fbo-accounts/${source}/statement`, { token })
  writeFileSync(json, read.text)
  const csv = join(folder, 'statement.csv')
  const written = await statement(csv, '--json')
  assert.equal(written.code, 0, written.stdout)
  assert.deepEqual(written.document.checkpoint, exported.document.checkpoint)
  const forged = readFileSync(file, 'utf8').replace('"totalItems":1', '"totalItems":7')
  const tampered = join(folder, 'tampered.jsonl')
  writeFileSync(tampered, forged)
  for (const checkpoint of [json, csv]) {
    const args = ['--key', keys, '--checkpoint', checkpoint]
    const { code, stdout, stderr } = await run('events', 'verify', file, ...args)
    assert.equal(code, 0, stderr)
    assert.ok(!stdout.includes('unless you compare with a checkpoint'), stdout)
    assert.equal((await run('events', 'verify', tampered, ...args)).code, 1)
    if (missingForIndependent() !== null) continue
    assert.equal((await verifyIndependently(file, args)).between, null)
    assert.notEqual((await verifyIndependently(tampered, args)).between, null)
  }
})

test('A statement is a new file, and replaces none', async (t) => {
  const path = join(temporaryDirectory(t), 'statement.csv')
  const { code, stdout } = await statement(path)
  assert.equal(code, 0, stdout)
  assert.match(stdout, /statement\.csv holds a statement of 8 lines: /)
  const bytes = readFileSync(path)
  const again = await statement(path)
  assert.equal(again.code, 1)
  assert.match(again.stderr, /already exists/)
  assert.deepEqual(readFileSync(path), bytes)
})

test('Amounts have the decimals that ISO 4217 gives the currency', async (t) => {
  const cases = [
    ['JPY', 0, '1250000'],
    ['KWD', 3, '1250.000'],
    ['HUF', 2, '12500.00'],
  ] as const
  for (const [currency, digits, decimal] of cases) {
    const made = await run(
      'organization',
      'create',
      '--name',
      'A',
      '--currency',
      currency,
      '--json',
    )
    assert.equal(made.code, 0, JSON.stringify(made))
    const { id } = made.document
    const { token } = await vault.records.token(id)
    const fboAccountId = await vault.records.fboAccount(id)
    const body = { fboAccountId, declaredValueCents: '1250000' }
    assert.equal((await api.post('/v1/inventory-items', { token, body })).status, 201)
    const caller = await api.get('/v1/caller', { token })
    assert.deepEqual(
      [caller.body.data.currency, caller.body.data.currencyDigits],
      [currency, digits],
    )
    const path = join(temporaryDirectory(t), 'statement.csv')
    const { code, stderr } = await run(
      'statement',
      fboAccountId,
      '--organization',
      id,
      '--out',
      path,
      ...PERIOD,
    )
    assert.equal(code, 0, stderr)
    const rows: Record<string, string>[] = parse(readFileSync(path), { bom: true, columns: true })
    const values = rows.flatMap(({ valueChange, value }) => [valueChange, value]).filter(Boolean)
    assert.ok(values.includes(decimal), `${values}`)
    assert.ok(
      values.every((value) => value === decimal || Number(value) === 0),
      `${values}`,
    )
  }
})
