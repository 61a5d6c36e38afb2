import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FOLDER = 'client-generators'
const CACHE = 'node_modules/.cache/vault-inventory'

/**
 * The `node_modules` of the generators of clients, which npm installs by their own lock file when
 * they are first needed: a link from package.json would bring them into each installation.
 */
export function clientGenerators(): string {
  const lock = readFileSync(join(FOLDER, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, 16)
  const kept = resolve(CACHE, `${FOLDER}-${hash}`)
  if (existsSync(kept)) return join(kept, 'node_modules')
  mkdirSync(CACHE, { recursive: true })
  const made = mkdtempSync(`${kept}-`)
  cpSync(FOLDER, made, { recursive: true })
  const options = ['--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['ci', ...options], { cwd: made, stdio: 'pipe' })
  // Another process may have made it meanwhile.
  if (!existsSync(kept)) renameSync(made, kept)
  return join(kept, 'node_modules')
}
