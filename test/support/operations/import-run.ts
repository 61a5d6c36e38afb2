import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type CommandResult, runCommand } from '../processes/command.ts'

export interface ViolationReported {
  readonly line: number
  readonly column: string | null
  readonly code: string
  readonly detail: string
}

/** Writes files and imports them with the command line, as an operator does. */
export class Importer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'import-test-'))
  readonly #env: Readonly<Record<string, string>>
  #files = 0

  /** @param env where the command finds its database: `DATABASE_URL` or `DATA_DIR` */
  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env
    after(() => rmSync(this.#folder, { recursive: true, force: true }))
  }

  file(content: string | Buffer): string {
    this.#files += 1
    const path = join(this.#folder, `${this.#files}.csv`)
    writeFileSync(path, content)
    return path
  }

  run(...args: string[]): Promise<CommandResult> {
    return runCommand(['import', ...args], this.#env, this.#folder)
  }

  /** Runs with `--json`; returns the one document, and the exit status with it. */
  async json(
    spec: string,
    content: string | Buffer,
    organizationId: string,
    ...more: string[]
    // biome-ignore lint/suspicious/noExplicitAny: each test says what it expects of the document
  ): Promise<{ code: number; document: any }> {
    const path = this.file(content)
    const args = [spec, path, '--organization', organizationId, '--json', ...more]
    const { code, stderr, document } = await this.run(...args)
    if (stderr !== '') throw new Error(`with --json nothing else is written: ${stderr}`)
    return { code, document }
  }

  /** The violations of a file that must be refused, as `line column code`. */
  async violations(
    spec: string,
    content: string | Buffer,
    organizationId: string,
  ): Promise<string[]> {
    const { code, document } = await this.json(spec, content, organizationId)
    if (code !== 1) throw new Error(`it was imported: ${JSON.stringify(document)}`)
    const { errors, errorsTotal } = document as { errors: ViolationReported[]; errorsTotal: number }
    if (errorsTotal !== errors.length) throw new Error(`${errorsTotal} violations, not all listed`)
    return errors.map(({ line, column, code, detail }) => {
      if (!/^\S.*\.$/s.test(detail)) throw new Error(`not a sentence: ${detail}`)
      return `${line} ${column} ${code}`
    })
  }
}
