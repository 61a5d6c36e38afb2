import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runStatement } from '../../src/database/changes/organization-transaction.ts'
import { lockNumber, TRY_LOCK } from '../../src/database/postgres/lock-number.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const LIMITS = { REQUEST_TIMEOUT_MS: 500, HEADERS_TIMEOUT_MS: 500, IDLE_TIMEOUT_MS: 1_500 }
const { records, sql, url } = await openOwnVault(LIMITS)

test('a file may come slowly, and be imported for long, but not stall', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const send = (pieces: readonly string[], everyMs: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const sent = request(`${url}/v1/imports?type=fbo_accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    })
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0))
    sent.on('error', reject)
    const write = async () => {
      for (const piece of pieces) {
        sent.write(piece)
        await pause(everyMs)
      }
      sent.end()
    }
    write().catch(reject)
    return promise
  }
  const pieces = ['firstName\n', 'Ada\n', 'Grace\n', 'Edith\n', 'Mary\n', 'Joan\n', 'Barbara\n']
  let answered: Promise<number> | undefined
  await sql.begin(async (tx) => {
    // Another import of the organization.
    await runStatement({ organizationId }, tx, TRY_LOCK, [lockNumber('import', organizationId)])
    answered = send(pieces, 500)
    await pause(pieces.length * 500 + 2 * LIMITS.IDLE_TIMEOUT_MS)
  })
  assert.equal(await answered, 201)
  await assert.rejects(send(['firstName\n', 'Ada\n'], 4 * LIMITS.IDLE_TIMEOUT_MS))
  const [row] = await sql`select count(*)::integer as count from fbo_accounts`
  assert.equal(row?.count, 6)
})
