import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { issueAccessToken } from '../../src/access/tokens/issue-access-token.ts'
import { operatorFor } from '../../src/domain/caller.ts'
import { interruptCommand, runCommand } from '../support/processes/command.ts'
import { afterTest, eventually, isAlive } from '../support/processes/embedded-directory.ts'
import { CLI, startProgram } from '../support/processes/program.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { commandWaitsForLock } from '../support/vault/lock-wait.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, database, records } = vault
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const setup = await TransferSetup.open(vault)
const { organizationId, source } = setup
const { accessToken, token } = await issueAccessToken(operatorFor(organizationId), database, {
  permissions: ['fbo_accounts:update', 'events:read'],
  lifetimeSeconds: 3_600,
  owner: 'Ada\n\u001b[31m\u202e "Z"',
})
const transfer = await setup.transfer()
await setup.approve(transfer.id)

const events = (...args: string[]) =>
  withoutWriting(records, () =>
    runCommand(['events', '--organization', organizationId, ...args], env),
  )

/** The whole feed, as the API shows it. */
async function feed() {
  const { body } = await api.get('/v1/events?limit=1000', { token })
  return body.data
}

const update = async (email: string) => {
  const response = await api.patch(`/v1/fbo-accounts/${source}`, { token, body: { email } })
  assert.equal(response.status, 200, response.text)
}
await update('ada@example.com')

// Sealing changes what an event shows, so it is over before two readings are compared.
const isSealed = ({ chainHash }: { chainHash: string | null }) => chainHash !== null
await eventually(async () => (await feed()).every(isSealed), 'every event to be sealed')

const linesOf = (stdout: string) => stdout.split('\n').slice(0, -1)

test('events --json prints each event as the feed shows it, oldest first, one a line', async () => {
  const { code, stdout, stderr } = await events('--json')
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const printed = linesOf(stdout).map((line) => JSON.parse(line))
  assert.ok(printed.length >= 6)
  assert.deepEqual(printed, await feed())
})

test('events prints a line for each event: when, what, which record, by whom, and its data', async () => {
  const { code, stdout, stderr } = await events()
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const lines = linesOf(stdout)
  const shown = await feed()
  assert.equal(lines.length, shown.length)
  for (const [index, { occurredAt, type, subject }] of shown.entries()) {
    assert.ok(
      lines[index]?.startsWith(`${occurredAt}  ${type}  ${subject.id}  by `),
      `${lines[index]}`,
    )
  }
  const [created, completed] = lines.filter((line) => line.includes(transfer.id))
  assert.match(created as string, new RegExp(`  by ${setup.creator.id}  `))
  assert.match(created as string, / {2}totalItems=2( {2}|$)/)
  assert.match(completed as string, / {2}statusBefore=pending {2}statusAfter=completed( {2}|$)/)
  // A person who names tokens can neither end a line nor control the terminal.
  const [updated] = lines.filter((line) => line.includes('fbo_account.updated'))
  const owner = String.raw`"Ada\n\u001b[31m\u202e \"Z\""`
  assert.ok(updated?.includes(`  by ${accessToken.id} ${owner}  version=2`), `${updated}`)
  assert.ok(lines.some((line) => line.includes('  by the vault (command_line)  ')))
})

test('events list is the same command; --type and --subject filter', async () => {
  const all = ['events', 'list', '--organization', organizationId, '--json']
  const ofType = await runCommand([...all, '--type', 'transfer.completed'], env)
  assert.deepEqual(
    linesOf(ofType.stdout).map((line) => JSON.parse(line).subject.id),
    [transfer.id],
  )
  const ofSubject = await events('--json', '--subject', transfer.id)
  assert.deepEqual(
    linesOf(ofSubject.stdout).map((line) => JSON.parse(line).type),
    ['transfer.created', 'transfer.completed'],
  )
  const none = await events('--subject', 'nobody')
  assert.deepEqual([none.code, none.stdout], [0, ''])
})

/** Starts `events --follow`; it is killed after the test. */
function follow(t: TestContext, ...args: string[]) {
  const command = [CLI, 'events', '--organization', organizationId, '--follow', ...args]
  const program = startProgram(command, { env })
  const pid = program.child.pid as number
  afterTest(t, () => isAlive(pid) && program.child.kill('SIGKILL'))
  return program
}

test('events --follow prints what comes, each once, until it is stopped: status 0', async (t) => {
  const before = (await feed()).length
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const { child, stdout, ended } = follow(t, '--json')
    await eventually(() => linesOf(stdout()).length >= before, 'the events so far')
    for (let turn = 0; turn < 10; turn += 1) await update(`${signal}-${turn}@example.com`)
    const now = await feed()
    await eventually(() => linesOf(stdout()).length >= now.length, 'the new events')
    child.kill(signal)
    const { code, stderr } = await ended
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.deepEqual(
      linesOf(stdout()).map((line) => JSON.parse(line).id),
      now.map(({ id }: { id: string }) => id),
    )
  }
})

test('events --follow with a filter prints only what fits', async (t) => {
  const { child, stdout, ended } = follow(t, '--type', 'transfer.cancelled')
  await update('filtered@example.com')
  const { id } = await setup.transfer()
  const path = `/v1/transfers/${id}/cancel`
  await api.post(path, { token: setup.approver.token, body: { reason: 'Entered twice' } })
  await eventually(() => linesOf(stdout()).length > 0, 'the event')
  child.kill('SIGINT')
  await ended
  assert.equal(linesOf(stdout()).length, 1)
  assert.match(stdout(), new RegExp(`  transfer.cancelled  ${id}  by ${setup.approver.id}  `))
})

test('events ends quietly when nobody reads its output any more', async (t) => {
  const { child, ended } = follow(t)
  await once(child.stdout, 'data')
  child.stdout.destroy()
  await update('unread@example.com')
  const { code, stderr } = await ended
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
})

test('Ctrl-C while events waits for the database ends it', async (t) => {
  const { sql } = vault
  await sql.begin(async (tx) => {
    await tx`lock table organizations in access exclusive mode`
    const args = ['events', '--organization', organizationId]
    const ended = await interruptCommand(t, args, env, async () => {
      await commandWaitsForLock(sql)
      return 'SIGINT'
    })
    assert.deepEqual(ended, { code: 1, signal: null, stderr: 'Stopped by SIGINT.\n' })
  })
})
