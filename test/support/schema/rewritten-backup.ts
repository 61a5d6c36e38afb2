import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** Changes each part of a backup; undefined omits it. */
export type Rewrite = (name: string, content: string) => string | undefined

/** Rewrites a backup with a matching checksum, as a newer program or a forger would. */
export async function rewriteBackup(from: string, to: string, rewrite: Rewrite): Promise<void> {
  const archive = extract()
  const rewritten = pack()
  const compressed = readFileSync(from).subarray(0, -32)
  Readable.from([gunzipSync(compressed)]).pipe(archive as unknown as NodeJS.WritableStream)
  const written = buffer(Readable.from(rewritten, { objectMode: false }))
  for await (const entry of archive) {
    const { name } = entry.header
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    const content = rewrite(name, Buffer.concat(chunks).toString())
    if (content !== undefined) rewritten.entry({ name }, content)
  }
  rewritten.finalize()
  const whole = gzipSync(await written)
  writeFileSync(to, Buffer.concat([whole, createHash('sha256').update(whole).digest()]))
}
