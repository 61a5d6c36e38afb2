import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LATER } from '../schema/later-version.ts'
import { type Program, startProgram } from './program.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A later version: a copy of this program, in a folder of its own, with one more migration. */
export class LaterProgram {
  readonly folder = mkdtempSync(join(tmpdir(), 'vault-program-'))
  readonly cli = join(this.folder, 'src', 'cli.ts')

  constructor() {
    for (const part of ['src', 'migrations', 'package.json']) {
      cpSync(join(ROOT, part), join(this.folder, part), { recursive: true })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'))
    writeFileSync(join(this.folder, 'migrations', LATER.file), LATER.text)
  }

  /** Changes the text of the migration until `restore`. */
  alter(migration: string, change: (text: string) => string): { restore: () => void } {
    const file = join(this.folder, 'migrations', migration)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, change(text))
    return { restore: () => writeFileSync(file, text) }
  }

  run(args: readonly string[], env: Readonly<Record<string, string>>): Program {
    return startProgram([this.cli, ...args], { env })
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}
