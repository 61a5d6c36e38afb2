/**
 * Runs test files one after the other in one process, over one vault: each that `TestProcess` names,
 * as a test of that name. What a file does at its top level, hooks included, belongs to that test.
 */
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { beginFile } from '../vault/records.ts'
import { endProcess } from './end-of-process.ts'
import type { FileToRun } from './test-process.ts'

const stop = () => process.exit()
process.on('disconnect', stop)
process.on('message', async ({ file, server, isConcurrent }: FileToRun) => {
  if (file !== null) {
    process.env.VAULT_TEST_SERVER = JSON.stringify(server)
    const load = async () => void (await import(pathToFileURL(resolve(file)).href))
    beginFile()
    // The reporter tells how it ended.
    await test(file, { concurrency: isConcurrent }, load).catch(() => undefined)
    // Set by a command that ran in this process, and by an error after the end of its test.
    process.exitCode = undefined
    return
  }
  process.exitCode = undefined
  await endProcess().catch((error) => {
    process.exitCode = 1
    console.error(error)
  })
  process.off('disconnect', stop)
  process.disconnect?.()
  // Connections that a file has left open must not hold up the run.
  setTimeout(stop, 3_000).unref()
})
