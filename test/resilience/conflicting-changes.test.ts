import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { soakTest } from '../support/chaos/soak-test.ts'
import { ConflictingChanges } from '../support/load/conflicting-changes.ts'
import { runCommand } from '../support/processes/command.ts'
import { openKilledVault } from '../support/processes/killed-vault.ts'
import { randomNumbers } from '../support/vault/random.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app } = await openOwnVault()
const CLIENTS = 4

soakTest(
  'conflicting changes from two services, with kill -9 of a service and of PostgreSQL between',
  'our own requests, kill -9',
  async ({ t, seed, size }) => {
    const rounds = size(40, 10_000)
    const killEvery = size(10, 50)
    const vault = await openKilledVault(t, app)
    const random = randomNumbers(seed)
    const setups = await Promise.all(
      Array.from({ length: CLIENTS }, (_, index) =>
        ConflictingChanges.open(vault, randomNumbers(seed + 1 + index)),
      ),
    )
    let begun = 0
    await Promise.all(
      setups.map(async (setup) => {
        while (begun < rounds) {
          begun += 1
          const kills = begun / killEvery
          const round = setup.round()
          if (Number.isInteger(kills)) {
            await pause(random() * 15)
            vault.kill(kills % 3 === 0 ? 'server' : random() < 0.5 ? 0 : 1)
          }
          await round
        }
      }),
    )
    await vault.whole()
    assert.ok(vault.seen.services > 0 && vault.seen.servers > 0)
    let acknowledged = 0
    for (const setup of setups) acknowledged += await setup.assertKept()
    const { code, stdout, stderr } = await runCommand(['verify'], {
      DATABASE_URL: vault.databaseUrl,
    })
    assert.equal(code, 0, stdout + stderr)
    const { services, servers, withoutResponse, unavailable } = vault.seen
    return {
      count: `${begun} rounds, ${services} kills of a service, ${servers} of PostgreSQL`,
      result:
        `${acknowledged} changes acknowledged, each once and replayed byte for byte; ` +
        `${withoutResponse} requests without a response and ${unavailable} with 503 were retried; ` +
        'no item claimed twice, no half batch, verify clean',
    }
  },
)
