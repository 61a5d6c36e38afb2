import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { TAR_END, type TarEntry, tarEntries, tarEntry } from '../../../src/operator/backup/tar.ts'

/** Changes each part of a backup; undefined omits it. */
export type Rewrite = (name: string, content: string) => string | undefined

/**
 * Rewrites a backup with a matching checksum, as a newer program or a forger would.
 * @param more files at the end
 */
export async function rewriteBackup(
  from: string,
  to: string,
  rewrite: Rewrite,
  more: readonly TarEntry[] = [],
): Promise<void> {
  const parts: Buffer[] = []
  for (const [name, content] of await backupParts(from)) {
    const rewritten = rewrite(name, content)
    if (rewritten !== undefined) parts.push(tarEntry({ name, content: Buffer.from(rewritten) }))
  }
  const whole = gzipSync(Buffer.concat([...parts, ...more.map(tarEntry), TAR_END]))
  writeFileSync(to, Buffer.concat([whole, createHash('sha256').update(whole).digest()]))
}

/** The files within a backup, by name. */
export async function backupParts(path: string): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  const archive = [gunzipSync(readFileSync(path).subarray(0, -32))]
  for await (const { name, content } of tarEntries(chunksOf(archive))) {
    parts.set(name, content.toString())
  }
  return parts
}

async function* chunksOf(chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}
