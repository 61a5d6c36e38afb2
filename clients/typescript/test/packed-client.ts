import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PACKAGE = fileURLToPath(new URL('..', import.meta.url))

export interface PackedClient {
  /** The names of the files in the package. */
  readonly files: readonly string[]
  /** The installed package, in a folder with nothing else. */
  readonly folder: string
  /** Runs an example of the package there. @returns the text that it printed */
  example(name: string, env: Readonly<Record<string, string>>): Promise<string>
}

/** Packs the client as `npm publish` would, and installs the file into an empty folder. */
export async function packedClient(cleanup: (undo: () => void) => void): Promise<PackedClient> {
  const root = mkdtempSync(join(tmpdir(), 'packed-client-'))
  cleanup(() => rmSync(root, { recursive: true }))
  const cwd = join(root, 'empty')
  mkdirSync(cwd)
  const pack = ['pack', '--json', '--pack-destination', root]
  const { stdout } = await run('npm', pack, { cwd: PACKAGE })
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ]
  // It depends on nothing, so no registry is asked.
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(root, filename)]
  await run('npm', install, { cwd })
  const folder = join(cwd, 'node_modules/vault-inventory-client')
  return {
    files: files.map(({ path }) => path),
    folder,
    example: async (name, env) => {
      const file = join(folder, 'examples', name)
      return (await run(process.execPath, [file], { cwd, env })).stdout
    },
  }
}
