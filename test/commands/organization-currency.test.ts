import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, connection, records } = await openVault()
const env = { DATABASE_URL: databaseUrlOf(connection) }
const organization = (...args: string[]) => runCommand(['organization', ...args, '--json'], env)
const create = (id: string, ...args: string[]) =>
  organization('create', '--name', 'Nordlicht', '--id', id, ...args)

test('an organization has the currency that it was created with, USD by default', async () => {
  assert.equal((await create('org_dollars')).document.currency, 'USD')
  assert.equal((await create('org_euros', '--currency', 'EUR')).document.currency, 'EUR')
  const { document } = await organization('list')
  assert.deepEqual(
    document.organizations.map(({ currency }: { currency: string }) => currency),
    ['USD', 'EUR'],
  )
  const { token } = await records.token('org_euros')
  assert.equal((await api.get('/v1/caller', { token })).body.data.currency, 'EUR')
})

test('a currency that does not exist is refused', async () => {
  for (const code of ['usd', 'ZZQ', 'EURO', '']) {
    const refused = await create('org_none', '--currency', code)
    assert.notEqual(refused.code, 0)
    assert.match(
      refused.stdout + refused.stderr,
      /--currency takes the code of a currency in capital letters/,
    )
  }
})
