import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startOrganizationLoad } from '../support/load/organization-load.ts'
import { organizationsApart, placeOf } from '../support/processes/cluster.ts'
import { runCommand } from '../support/processes/command.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { nodeProcess } from '../support/processes/node-process.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { testServer } from '../support/vault/server.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { sql, records } = vault
const apart = await organizationsApart(sql, () => records.organization())
const place = await placeOf(sql, apart[0])
const node = await nodeProcess(testServer(), place)

test('A node lost under load: its organizations get 503, the others are served, nothing is lost', {
  skip: node === undefined && `${place.host} is not this machine`,
}, async (t) => {
  assert.ok(node !== undefined)
  const [lost, served] = await Promise.all(
    apart.map((organizationId) => startOrganizationLoad(t, vault, organizationId)),
  )
  assert.ok(lost !== undefined && served !== undefined)
  const responses = ({ statuses }: typeof lost, status: number) => statuses.get(status) ?? 0
  await eventually(
    () => responses(lost, 201) > 50 && responses(served, 201) > 50,
    'both to be served',
  )
  for (const end of ['kill', 'kill', 'stop', 'kill', 'stop', 'kill'] as const) {
    await node[end]()
    // Updates: items for transfers come to an end.
    const before = { refused: responses(lost, 503), served: responses(served, 200) }
    const soon = 30_000
    const isSeen = () => responses(lost, 503) > before.refused + 20
    await eventually(isSeen, 'its organization to get 503', soon)
    const goesOn = () => responses(served, 200) > before.served + 60
    await eventually(goesOn, 'the other one to go on', soon)
    await node.start()
    const done = responses(lost, 200)
    await eventually(() => responses(lost, 200) > done + 60, 'its organization to be served', soon)
  }
  await Promise.all([lost.stop(), served.stop()])
  t.diagnostic(`on the node: ${JSON.stringify([...lost.statuses])}`)
  t.diagnostic(`on the other: ${JSON.stringify([...served.statuses])}`)
  assert.deepEqual([...lost.failures, ...served.failures], [])
  assert.equal(responses(served, 503), 0)
  for (const load of [lost, served]) {
    assert.deepEqual(await load.notAsAcknowledged(sql), [])
  }
  const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
  const verified = await runCommand(['verify'], env)
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
})
