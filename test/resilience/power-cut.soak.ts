import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { assertVerified } from '../support/chaos/recovery.ts'
import { openSmallDisk, type SmallDisk } from '../support/chaos/small-disk.ts'
import { needsProgram, type SoakTest, soakTest } from '../support/chaos/soak-test.ts'
import { startLoad } from '../support/load/load.ts'
import { eventually, isAlive } from '../support/processes/embedded-directory.ts'
import { type EmbeddedVault, openEmbeddedVault } from '../support/processes/embedded-vault.ts'
import { postgresWith } from '../support/processes/postgres-with.ts'
import { serverProcesses } from '../support/processes/server-processes.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { randomNumbers } from '../support/vault/random.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app } = await openOwnVault()

const DISK_MEGABYTES = 600
/** Long enough for some hundred changes, and not for the kernel to write by itself (30 s). */
const LOADED_MS_MAX = 1_500

interface Shown {
  kept: number
  unsure: number
  withoutResponse: number
}

/** Cuts the power under load once; fails unless every acknowledged change is found. */
async function cutPowerOnce(vault: EmbeddedVault, disk: SmallDisk, loadedMs: number) {
  const { sql, records, dataDir } = vault
  const service = await vault.restart()
  const load = await startLoad(new ApiClient(service.url, app), records)
  // Everything from before the load is on the disk: only the load's changes are at stake.
  disk.sync()
  await load.changed(20)
  await pause(loadedMs)
  const processes = serverProcesses(dataDir)
  disk.cutPower()
  service.signal('SIGKILL')
  for (const pid of processes) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await service.exited
  await load.stop()
  await eventually(() => !processes.some(isAlive), 'PostgreSQL to be gone')
  await disk.powerOn()
  const again = await vault.restart()
  await load.assertKept(sql)
  const unsure = await load.retryAll(new ApiClient(again.url, app), sql)
  await load.assertKept(sql)
  again.signal('SIGTERM')
  assert.equal((await again.exited).code, 0)
  return { kept: load.acknowledged, unsure, withoutResponse: load.withoutResponse.length }
}

async function openOnDisk({ t }: SoakTest, command?: readonly string[], env = {}) {
  const disk = openSmallDisk(t, DISK_MEGABYTES)
  const options = { dataDir: disk.path, ...(command && { command }) }
  const vault = await openEmbeddedVault(t, env, options)
  vault.service.signal('SIGTERM')
  await vault.service.exited
  return { disk, vault }
}

soakTest('Power cut under load', 'ext4 shut down as it is (xfs_io)', async (soakTest) => {
  const random = randomNumbers(soakTest.seed)
  const { disk, vault } = await openOnDisk(soakTest)
  const rounds = soakTest.size(2, 20)
  const shown: Shown = { kept: 0, unsure: 0, withoutResponse: 0 }
  for (let round = 1; round <= rounds; round += 1) {
    const { kept, unsure, withoutResponse } = await cutPowerOnce(
      vault,
      disk,
      random() * LOADED_MS_MAX,
    )
    shown.kept += kept
    shown.unsure += unsure
    shown.withoutResponse += withoutResponse
    soakTest.t.diagnostic(`round ${round}: ${JSON.stringify(shown)}`)
  }
  await assertVerified(disk.path)
  return {
    count: `${rounds} power cuts`,
    result:
      `${shown.kept} acknowledged changes kept, ${shown.withoutResponse} requests cut off, ` +
      `${shown.unsure} transfers sent again under their keys gave one batch each, verify clean`,
  }
})

soakTest('Power cut with eatmydata must lose changes', 'eatmydata, xfs_io', async (soakTest) => {
  needsProgram('eatmydata')
  const random = randomNumbers(soakTest.seed)
  const { command, env } = postgresWith({ LD_PRELOAD: 'libeatmydata.so' })
  const { disk, vault } = await openOnDisk(soakTest, command, env)
  // If syncing does nothing, the test above must find that acknowledged changes are lost.
  const found = await cutPowerOnce(vault, disk, random() * LOADED_MS_MAX).catch((error) => error)
  assert.ok(found instanceof Error, 'nothing was lost')
  assert.match(found.message, /was acknowledged|is not from|before "service is ready"/)
  soakTest.t.diagnostic(found.message)
  return { count: '1 power cut', result: 'the test notices that acknowledged changes are lost' }
})
