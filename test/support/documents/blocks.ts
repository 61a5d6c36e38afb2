import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const LAUNCHER = join(process.cwd(), 'bin', 'vault-inventory.js')

/** A fenced block of a document. */
export interface Block {
  readonly language: string
  readonly text: string
}

/** The fenced blocks of one section, without the indent that they have in a list. */
export function blocksOf(path: string, heading: string): Block[] {
  const section = readFileSync(path, 'utf8').split(`${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^( *)```(\w+)\n(.*?)^ *```/gms)].map(
    ([, indent, language, text]) => ({
      language: language as string,
      text: (text as string).replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
}

/** Runs a text in a shell as a reader does who pastes it. */
export async function paste(
  text: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const script = text.replaceAll('npx vault-inventory', `node ${LAUNCHER}`)
  return await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, ...env },
  })
}
