/**
 * A day in a vault: `npm run scenario`. It starts a service on an empty data folder of its own, as
 * one gets it without any setting, lives the day over HTTP, prints it as a table, and ends with
 * status 1 and the difference where something is not as it should be.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../support/processes/command.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { liveOneDay } from './vault-day.ts'

const startedAt = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'vault-scenario-'))
const env = { DATA_DIR: join(folder, 'data') }
const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

try {
  const cleanup = (next: () => unknown) => void undo.push(next)
  const service = await startServiceProcess({ env, cleanup })
  undo.push(async () => {
    service.signal('SIGTERM')
    await service.exited
  })
  const vault = { url: service.url, command: (args: readonly string[]) => runCommand(args, env) }
  await liveOneDay(vault, (line) => void process.stdout.write(`${line}\n`))
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  process.stdout.write(`The day is over: ${seconds} s.\n`)
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`\nNot as it should be: ${(error as Error).message}\n`)
} finally {
  for (const next of undo.reverse()) await next()
}
