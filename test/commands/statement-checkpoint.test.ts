import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { csvOf } from '../../console/src/display/csv.ts'
import { verificationLine } from '../../console/src/statements/proven-words.ts'
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
const { api } = vault
const env = { DATABASE_URL: databaseUrlOf(vault.ownerConnection), SECRETS_KEY }
const run = (...args: string[]) => runCommand(args, env)

const setup = await TransferSetup.open(vault)
const { organizationId, source } = setup
await setup.approve((await setup.transfer()).id)

test('Both verifiers take the checkpoint out of the statement, in JSON and in CSV', async (t) => {
  const folder = temporaryDirectory(t)
  await allSealed(vault, organizationId)
  const file = join(folder, 'events.jsonl')
  const exported = await run('events', 'export', file, '--organization', organizationId, '--json')
  assert.equal(exported.code, 0, exported.stdout)
  const keys = join(folder, 'keys.json')
  writeFileSync(keys, (await api.get('/.well-known/vault-keys.json')).text)
  const json = join(folder, 'statement.json')
  const call = ['call', 'getStatement', '--organization', organizationId, '--id', source]
  const read = await run(...call)
  assert.equal(read.code, 0, read.stderr)
  const { data: statement } = read.document
  assert.deepEqual(statement.checkpoint, exported.document.checkpoint)
  writeFileSync(json, read.stdout)
  const csv = join(folder, 'statement.csv')
  const rows = [{ section: 'verification', description: verificationLine(statement) }]
  writeFileSync(csv, `\ufeff${csvOf(rows, () => undefined)}`)
  const forged = readFileSync(file, 'utf8').replace('"totalItems":2', '"totalItems":7')
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
