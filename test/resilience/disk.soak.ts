import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { failSystemCall } from '../support/chaos/fail-system-call.ts'
import {
  assertCauseReported,
  assertVerified,
  readyByItself,
  renewConnections,
} from '../support/chaos/recovery.ts'
import { openSmallDisk } from '../support/chaos/small-disk.ts'
import { needsProgram, soakTest } from '../support/chaos/soak-test.ts'
import { type Load, startLoad } from '../support/load/load.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openEmbeddedVault } from '../support/processes/embedded-vault.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { randomNumbers } from '../support/vault/random.ts'
import type { Sql } from '../support/vault/sql.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app } = await openOwnVault()

const FULL = /disk (of the database )?is full|No space left|"diskFreeMegabytes":0\b/
const DISK_MEGABYTES = 1_500

soakTest('Disk full under load', 'ext4 on a loop device, fallocate', async ({ t, seed, size }) => {
  const random = randomNumbers(seed)
  const disk = openSmallDisk(t, DISK_MEGABYTES)
  const { service, sql, records } = await openEmbeddedVault(t, {}, { dataDir: disk.path })
  const api = new ApiClient(service.url, app)
  const rounds = size(2, 20)
  const shown = { kept: 0, refused: 0, unsure: 0, died: 0, slowestMs: 0 }
  for (let round = 1; round <= rounds; round += 1) {
    const load = await startLoad(api, records)
    await load.changed(50)
    const reported = service.log.length
    disk.fill()
    // Every second time PostgreSQL's log finds no space, and PostgreSQL ends itself.
    if (round % 2 === 0) await useUpLog(sql)
    await eventually(() => load.refusals.length > 0, 'a request to be refused', 60_000)
    const isReady = async () => (await fetch(`${service.url}/health/ready`)).ok
    await eventually(async () => !(await isReady()), 'the service to be not ready', 60_000)
    await pause(random() * 2_000)
    assert.equal((await fetch(`${service.url}/health/live`)).status, 200)
    disk.free()
    shown.slowestMs = Math.max(shown.slowestMs, await readyByItself(service))
    await renewConnections(sql)
    await assertGoesOn(load, await startLoad(api, records))
    assertCauseReported(service, reported, FULL)
    const isLost = service.log
      .slice(reported)
      .some(({ msg }) => msg.startsWith('lost the embedded'))
    if (isLost) shown.died += 1
    shown.unsure += await load.retryAll(api, sql)
    await load.assertKept(sql)
    shown.kept += load.acknowledged
    shown.refused += load.refusals.length
    t.diagnostic(`round ${round}: ${JSON.stringify(shown)}`)
  }
  await assertVerified(disk.path)
  return {
    count: `${rounds} times full (${shown.died} times PostgreSQL ended itself)`,
    result: reported(shown),
  }
})

const FAILING = ['fdatasync', 'fsync', 'pwrite64'] as const

soakTest('Disk that fails to write under load', 'strace', async ({ t, seed, size }) => {
  needsProgram('strace')
  const random = randomNumbers(seed)
  const { service, sql, records, dataDir } = await openEmbeddedVault(t)
  const api = new ApiClient(service.url, app)
  const rounds = size(3, 20)
  const shown = { kept: 0, refused: 0, unsure: 0, slowestMs: 0 }
  for (let round = 1; round <= rounds; round += 1) {
    const load = await startLoad(api, records)
    await load.changed(50)
    const reported = service.log.length
    const call = FAILING[round % FAILING.length] as (typeof FAILING)[number]
    const failing = await failSystemCall(t, dataDir, {
      call,
      error: 'EIO',
      // The number of the failing call in each process, with all after it.
      from: 1 + Math.floor(random() * 20),
    })
    // Files are synced by checkpoints alone: fsync is not called before.
    if (call === 'fsync') await sql`checkpoint`.catch(() => undefined)
    await eventually(() => load.refusals.length > 0, 'a request to be refused', 60_000)
    assert.equal((await fetch(`${service.url}/health/live`)).status, 200)
    await failing.end()
    shown.slowestMs = Math.max(shown.slowestMs, await readyByItself(service))
    await renewConnections(sql)
    await assertGoesOn(load, await startLoad(api, records))
    assertCauseReported(
      service,
      reported,
      /PANIC: {2}could not \w+ .*Input\/output error|cannot read or write its files/,
    )
    shown.unsure += await load.retryAll(api, sql)
    await load.assertKept(sql)
    shown.kept += load.acknowledged
    shown.refused += load.refusals.length
    t.diagnostic(`round ${round}, ${call}: ${JSON.stringify(shown)}`)
  }
  await assertVerified(dataDir)
  return { count: `${rounds} times ${FAILING.join(', ')} with EIO`, result: reported(shown) }
})

/** The log reuses its files: as long as it has some, it finds space. */
async function useUpLog(sql: Sql): Promise<void> {
  try {
    for (let file = 0; file < 20; file += 1) await sql`select pg_switch_wal()`
  } catch {
    // It ended itself, and this connection with it.
  }
}

/** The earlier callers may have no items left: new callers follow them. */
async function assertGoesOn(load: Load, more: Load): Promise<void> {
  await more.changed(50, 60_000)
  await Promise.all([load.stop(), more.stop()])
  load.assertAnswered()
  more.assertAnswered()
}

function reported(shown: {
  kept: number
  refused: number
  unsure: number
  slowestMs: number
}): string {
  return (
    `${shown.kept} acknowledged changes kept, ${shown.refused} requests refused with 503, ` +
    `${shown.unsure} transfers sent again under their keys gave one batch each, ready by itself ` +
    `${shown.slowestMs} ms after the trouble was over at most, the log names the cause, verify clean`
  )
}
