import { execFile } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Dependency } from './dependencies.ts'

const VITE = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url))

/** Builds a console as `npm run build:console` does, into another folder. */
export async function buildConsole(root: string, folder: string): Promise<void> {
  // Runs of node:test set variables, and the build must not depend on any.
  const { PATH } = process.env
  const args = [VITE, 'build', root, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  await promisify(execFile)(process.execPath, args, { env: { PATH } })
}

/** The files that only one of two folders has, or that differ in a byte. */
export function differences(folder: string, other: string): string[] {
  const [files, others] = [filesOf(folder), filesOf(other)]
  const names = new Set([...files.keys(), ...others.keys()])
  return [...names].filter((name) => files.get(name) !== others.get(name)).sort()
}

/** Texts by name; as Latin-1, each byte is one character. */
function filesOf(folder: string): Map<string, string> {
  const names = globSync('**', { cwd: folder }).filter((name) => {
    return statSync(join(folder, name)).isFile()
  })
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'latin1')]))
}

export interface BuiltIn extends Dependency {
  /** The text of its licence, which has to go along. */
  readonly notice: string
}

/** The packages that are built in, as Vite's `build.license` lists them. */
export function builtIn(list: string): BuiltIn[] {
  const [, ...parts] = list.split(/^## (?=\S+ - \d+\.\d+\.\d+)/m)
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n')
    const [, name = '', version = '', licence] = /^(\S+) - (\S+)(?: \((.+)\))?$/.exec(title) ?? []
    const notice = lines.join('\n').trim()
    // Whatever it is to npm: its code is shipped.
    return { name, version, licence: licence ?? null, isDevelopment: false, notice }
  })
}
