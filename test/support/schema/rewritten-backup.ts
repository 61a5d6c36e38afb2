import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Block, blockBytes } from '../../../src/operator/backup/backup-format.ts'

/** Changes each part of a backup; undefined omits it. */
export type Rewrite = (name: string, content: string) => string | undefined

/**
 * Rewrites a backup with a matching checksum, as a newer program or a forger would.
 * @param more blocks at the end
 */
export function rewriteBackup(
  from: string,
  to: string,
  rewrite: Rewrite,
  more: readonly Block[] = [],
): void {
  const parts: Buffer[] = []
  for (const [name, content] of backupParts(from)) {
    const rewritten = rewrite(name, content)
    if (rewritten !== undefined) parts.push(blockBytes({ name, content: Buffer.from(rewritten) }))
  }
  const whole = gzipSync(Buffer.concat([...parts, ...more.map(blockBytes)]))
  writeFileSync(to, Buffer.concat([whole, createHash('sha256').update(whole).digest()]))
}

/** The manifest and the text of each table that has rows, by name. */
export function backupParts(path: string): Map<string, string> {
  const parts = new Map<string, string>()
  let rest = gunzipSync(readFileSync(path).subarray(0, -32))
  while (rest.length > 0) {
    const line = rest.indexOf('\n')
    const [name = '', bytes] = rest.toString('utf8', 0, line).split(' ')
    const end = line + 1 + Number(bytes)
    parts.set(name, `${parts.get(name) ?? ''}${rest.toString('utf8', line + 1, end)}`)
    rest = rest.subarray(end)
  }
  return parts
}
