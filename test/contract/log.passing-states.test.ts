import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { newToken } from '../../src/access/tokens/token-secret.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { api, records, sql, logLines } = await openOwnVault(
  { DATABASE_LOCK_TIMEOUT_MS: 2_000, DATABASE_QUEUE_MAX: 1 },
  { readiness: async () => 'database_unavailable' },
)
const { organizationId, token } = await records.owner()
const account = `/v1/fbo-accounts/${await records.fboAccount(organizationId)}`

/** The lines of one reason, until they tell of so many refused requests. */
async function linesOf(reason: string, refused: number) {
  for (const endsAt = performance.now() + 10_000; ; ) {
    const lines = logLines.map((line) => JSON.parse(line)).filter((line) => line.reason === reason)
    const told = lines.reduce((sum, line) => sum + (line.leftOut ?? 1), 0)
    assert.ok(told <= refused, `${told} instead of ${refused}`)
    if (told === refused) return lines
    assert.ok(performance.now() < endsAt, `${told} instead of ${refused}`)
    await delay(20)
  }
}

test('A full queue is a warning once a second, with the number of those left out', async () => {
  const beganAt = performance.now()
  let refused = 0
  let asked: Promise<void>[] = []
  const ask = async () => {
    if ((await api.get(account, { token: newToken() })).status === 503) refused += 1
  }
  await sql.begin(async (tx) => {
    // While none can be looked up, 64 run and one waits: the queue is full.
    await tx`lock table access_token_organizations in access exclusive mode`
    asked = Array.from({ length: 200 }, ask)
    await eventually(() => refused >= 100, 'a full queue')
  })
  await Promise.all(asked)
  const lines = await linesOf('queue_full', refused)
  const seconds = (performance.now() - beganAt) / 1_000
  assert.ok(lines.length <= 1 + seconds, `${lines.length} lines in ${seconds} s`)
  const [first, last] = [lines[0], lines.at(-1)]
  assert.ok(lines.every(({ level, msg }) => `${level} ${msg}` === 'warn temporarily unavailable'))
  assert.match(first.err.message, /queue_full/)
  assert.ok(first.requestId, 'the first line names its request')
  assert.ok(last.leftOut >= 1)
})

test('Each reason has lines of its own: a lock that is held is told beside a full queue', async () => {
  await sql.begin(async (tx) => {
    await tx`select id from fbo_accounts for update`
    assert.equal((await api.patch(account, { token, body: { notes: null } })).status, 400)
    const response = await api.patch(account, { token, body: { firstName: 'Ada' } })
    assert.equal(response.status, 503)
  })
  const [line] = await linesOf('55P03', 1)
  assert.deepEqual([line.level, line.code], ['warn', 'temporarily_unavailable'])
})

test('A probe of a service that is not ready is not logged', async () => {
  const before = logLines.length
  assert.equal((await api.get('/health/ready', {})).status, 503)
  assert.equal((await api.get(account, { token })).status, 200)
  while (logLines.length === before) await delay(1)
  const lines = logLines.slice(before).map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ level }) => level),
    ['info'],
  )
})
