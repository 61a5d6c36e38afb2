import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../processes/command.ts'
import { databaseUrlOf } from '../processes/service-process.ts'
import { makeDatabase } from '../vault/databases.ts'
import { fillVault } from '../vault/full-vault.ts'
import { openOwnVault } from '../vault/vault.ts'

/** A database with records in every state, to be copied: nobody is connected to it. */
export async function filledTemplate(): Promise<string> {
  const vault = await openOwnVault()
  await fillVault(vault)
  const folder = mkdtempSync(join(tmpdir(), 'vault-template-'))
  try {
    const path = join(folder, 'vault.backup')
    const written = await runCommand(['backup', path], {
      DATABASE_URL: databaseUrlOf(vault.connection),
    })
    assert.equal(written.code, 0, written.stderr)
    const { name, sql, env } = await makeDatabase()
    const restored = await runCommand(['restore', path], env)
    assert.equal(restored.code, 0, restored.stderr)
    await sql.end()
    return name
  } finally {
    rmSync(folder, { recursive: true })
  }
}
