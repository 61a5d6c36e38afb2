import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { BackupUnusable, CHECKSUM_BYTES } from './backup-format.ts'

/** Every gzip begins with these bytes. */
const GZIP = Buffer.from([0x1f, 0x8b])

const CHUNK_BYTES = 256 * 1024

/** An open backup: an archive, and its checksum behind it. */
export class BackupFile {
  readonly path: string
  readonly #file: FileHandle
  /** Where the archive ends. */
  readonly #end: number

  private constructor(path: string, file: FileHandle, size: number) {
    this.path = path
    this.#file = file
    this.#end = Math.max(0, size - CHECKSUM_BYTES)
  }

  /** @throws {BackupUnusable} */
  static async open(path: string): Promise<BackupFile> {
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      const { code, message } = error
      throw new BackupUnusable(
        code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}.`,
        { cause: error },
      )
    })
    try {
      const stat = await file.stat()
      if (!stat.isFile()) {
        throw new BackupUnusable(
          `${path} is not a file: name a file that vault-inventory backup wrote.`,
        )
      }
      const start = Buffer.alloc(GZIP.length)
      await file.read(start, 0, start.length, 0)
      if (!start.equals(GZIP)) throw notABackup(path)
      return new BackupFile(path, file, stat.size)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** The archive, compressed, from its start. Every byte also goes into `hash`. */
  async *archive(progress?: (share: number) => void, hash?: Hash): AsyncGenerator<Buffer> {
    // Not a stream: one that is left before its end closes the file, and it is read once more then.
    for (let done = 0; done < this.#end; ) {
      const length = Math.min(CHUNK_BYTES, this.#end - done)
      const { bytesRead, buffer } = await this.#file.read(Buffer.alloc(length), 0, length, done)
      if (bytesRead === 0) return
      const chunk = buffer.subarray(0, bytesRead)
      done += bytesRead
      hash?.update(chunk)
      progress?.(done / this.#end)
      yield chunk
    }
  }

  /** @throws {BackupUnusable} unless the file ends with the checksum of its archive */
  async refuseDamaged(): Promise<void> {
    const hash = createHash('sha256')
    for await (const chunk of this.archive()) hash.update(chunk)
    await this.expectChecksum(hash.digest())
  }

  /** @throws {BackupUnusable} unless the file ends with this checksum */
  async expectChecksum(computed: Buffer): Promise<void> {
    const stored = Buffer.alloc(CHECKSUM_BYTES)
    if (this.#end > 0) await this.#file.read(stored, 0, stored.length, this.#end)
    if (this.#end > 0 && stored.equals(computed)) return
    throw new BackupUnusable(
      `${this.path} is damaged: its checksum does not match, so it was cut short or altered. No ` +
        'part of it was used: use another copy of this backup, or another backup.',
    )
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

export function notABackup(path: string, cause?: unknown): BackupUnusable {
  return new BackupUnusable(
    `${path} is not a backup of a vault: name a file that vault-inventory backup wrote.`,
    { cause },
  )
}
