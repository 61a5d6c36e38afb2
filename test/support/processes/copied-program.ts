import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Program, startProgram } from './program.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A copy of this program in a folder of its own, where a test can alter migrations. */
export class CopiedProgram {
  readonly folder = mkdtempSync(join(tmpdir(), 'vault-program-'))

  constructor() {
    for (const part of ['src', 'migrations', 'package.json']) {
      cpSync(join(ROOT, part), join(this.folder, part), { recursive: true })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'))
  }

  /** Changes the text of the migration until `restore`. */
  alter(migration: string, change: (text: string) => string): { restore: () => void } {
    const file = join(this.folder, 'migrations', migration)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, change(text))
    return { restore: () => writeFileSync(file, text) }
  }

  run(args: readonly string[], env: Readonly<Record<string, string>>): Program {
    return startProgram([join(this.folder, 'src', 'cli.ts'), ...args], { env })
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}

/** The program's migrations, by their file names, with their texts. */
export function migrationTexts(): Map<string, string> {
  const folder = join(ROOT, 'migrations')
  const files = readdirSync(folder).filter((file) => /^\d{4}_/.test(file))
  return new Map(files.sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}
