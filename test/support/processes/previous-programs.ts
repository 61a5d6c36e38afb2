import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { needsProgram } from '../chaos/soak-test.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** An earlier program, from the history of this repository. */
export interface OldProgram {
  readonly commit: string
  readonly schema: number
  readonly cli: string
}

/**
 * The last program of every older schema, if the packages that it needs are still installed. Those
 * of the newest of them are installed for it where they are not.
 */
export function lastOfEachSchema(newest: number): OldProgram[] {
  needsProgram('git')
  const programs: OldProgram[] = []
  const changes = git('log', '--first-parent', '--format=%h', '--', 'migrations').split('\n')
  // Before the first change there was no program.
  const commits = changes.slice(0, -1).map((change) => git('rev-parse', '--short', `${change}^`))
  const present = migrationsOf('HEAD')
  for (const commit of commits) {
    // Compared with their contents: a migration that differed then was never released.
    const migrations = migrationsOf(commit)
    const schema = Number(migrations.at(-1)?.match(/\/(\d{4})_/)?.[1] ?? 0)
    const known = programs.some((program) => program.schema === schema)
    const linked = isRunnable(commit)
    const wanted = schema < newest && !known && (linked || schema === newest - 1)
    if (wanted && migrations.every((each) => present.includes(each))) {
      programs.push({ commit, schema, cli: unpack(commit, linked) })
    }
  }
  return programs
}

function isRunnable(commit: string): boolean {
  const { dependencies } = JSON.parse(git('show', `${commit}:package.json`)) as {
    dependencies: Record<string, string>
  }
  return Object.keys(dependencies).every((name) => existsSync(join(ROOT, 'node_modules', name)))
}

function migrationsOf(commit: string): string[] {
  const files = git('ls-tree', commit, 'migrations/').split('\n')
  return files.filter((file) => /\/\d{4}_\w+\.sql$/.test(file))
}

function unpack(commit: string, linked: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'vault-old-program-'))
  after(() => rmSync(folder, { recursive: true }))
  const parts = ['src', 'migrations', 'package.json', 'package-lock.json']
  const archive = join(folder, 'program.tar')
  git('archive', `--output=${archive}`, commit, ...parts)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  assert.ok(readdirSync(folder).includes('src'))
  const modules = join(folder, 'node_modules')
  const install = ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts']
  if (linked) symlinkSync(join(ROOT, 'node_modules'), modules)
  else execFileSync('npm', install, { cwd: folder })
  return join(folder, 'src', 'cli.ts')
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}
