import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { maxOf } from '../../bench/measure/statistics.ts'
import { type OrganizationLoad, startOrganizationLoad } from '../support/load/organization-load.ts'
import { DELIVERING, got, makeEndpoint, makeEvents } from '../support/operations/webhook-setup.ts'
import { clusterNodes, organizationsApart, placeOf } from '../support/processes/cluster.ts'
import { runCommand } from '../support/processes/command.ts'
import { afterTest, eventually } from '../support/processes/embedded-directory.ts'
import { nodeProcess } from '../support/processes/node-process.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { openReceiver } from '../support/vault/receiver.ts'
import { testServer } from '../support/vault/server.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault({ ...DELIVERING, DATABASE_STATEMENT_TIMEOUT_MS: 3_000 })
const { sql, records, api, database } = vault
const apart = await organizationsApart(sql, () => records.organization())
const place = await placeOf(sql, apart[0])
const [coordinator] = await clusterNodes(sql)
const hung = await nodeProcess(testServer(), place)
const entry = coordinator && (await nodeProcess(testServer(), coordinator))
const isElsewhere = hung === undefined || entry === undefined
const skip = isElsewhere && 'the nodes are not on this machine'

const SOON_MS = 30_000

test('A hung node: its organizations get 503; requests and webhooks of others take no longer', {
  skip,
}, async (t) => {
  assert.ok(hung !== undefined)
  const [lost, served] = await Promise.all(
    apart.map((organizationId) => startOrganizationLoad(t, vault, organizationId)),
  )
  assert.ok(lost !== undefined && served !== undefined)
  const responses = ({ statuses }: typeof lost, status: number) => statuses.get(status) ?? 0
  const areServed = () => responses(lost, 201) > 50 && responses(served, 201) > 50
  await eventually(areServed, 'both to be served', SOON_MS)
  served.takeSlowestMs()
  hung.freeze()
  t.after(() => hung.thaw())
  const before = responses(served, 201)
  await eventually(() => responses(lost, 503) > 20, 'its organization to get 503', SOON_MS)
  await eventually(() => responses(served, 201) > before + 100, 'the other to go on', SOON_MS)
  const slowestMs = served.takeSlowestMs()
  assert.equal(await database.ping(), 'writable', 'the service is ready')
  const latestMs = await webhooksOf(t, served)
  hung.thaw()
  const done = responses(lost, 201)
  await eventually(() => responses(lost, 201) > done + 20, 'its organization to be served', SOON_MS)
  await Promise.all([lost.stop(), served.stop()])
  t.diagnostic(`slowest of the other: ${Math.round(slowestMs)} ms`)
  t.diagnostic(`latest webhook of the other: ${Math.round(latestMs)} ms`)
  t.diagnostic(`hung: ${JSON.stringify([...lost.statuses])}`)
  t.diagnostic(`other: ${JSON.stringify([...served.statuses])}`)
  assert.deepEqual([...lost.failures, ...served.failures], [])
  assert.equal(responses(served, 503), 0)
  assert.ok(slowestMs < 2_000, `${slowestMs} ms`)
  assert.ok(latestMs < 2_500, `${latestMs} ms`)
  for (const load of [lost, served]) assert.deepEqual(await load.notAsAcknowledged(sql), [])
})

test('Without the coordinator requests, tokens that are used first and revocations go on', {
  skip,
}, async (t) => {
  assert.ok(entry !== undefined)
  const organizationId = apart[0]
  const manager = await records.token(organizationId)
  const [first, revoked] = [
    await records.token(organizationId),
    await records.token(organizationId),
  ]
  const accountId = await records.fboAccount(organizationId)
  const path = `/v1/fbo-accounts/${accountId}`
  const read = async (token: string) => (await api.get(path, { token })).status
  assert.equal(await read(revoked.token), 200)
  entry.kill()
  let isDown = true
  t.after(() => isDown && entry.start())
  assert.equal(await read(first.token), 200)
  const body = { firstName: 'Ada' }
  assert.equal((await api.patch(path, { token: first.token, body })).status, 200)
  const { token } = manager
  const ended = await api.post(`/v1/access-tokens/${revoked.id}/revoke`, { token, body: {} })
  assert.equal(ended.status, 200, ended.text)
  assert.equal(await read(revoked.token), 401)
  assert.equal(await database.ping(), 'writable')
  await entry.start()
  isDown = false
  const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
  const verified = await runCommand(['verify'], env)
  assert.equal(verified.code, 0, verified.stdout + verified.stderr)
})

/** Makes events of an organization, one after the other. @returns how late the latest arrived */
async function webhooksOf(t: TestContext, { organizationId, token }: OrganizationLoad) {
  const receiver = await openReceiver((undo) => afterTest(t, undo))
  const { url } = receiver
  const types = ['fbo_account.created']
  await makeEndpoint(vault, vault.app.secrets, { organizationId, url, types })
  for (let count = 1; count <= 10; count += 1) {
    await makeEvents(api, token, 1)
    await got(receiver, count)
  }
  return maxOf(
    receiver.received.map(({ at, body }) => {
      return performance.timeOrigin + at - Date.parse(JSON.parse(body).occurredAt)
    }),
  )
}
