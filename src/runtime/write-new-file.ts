import { existsSync, rmSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** A file that cannot be made or read; the message is one sentence that says what to do. */
export class FileUnusable extends Error {}

interface NewFile {
  /** No file may have this name yet. */
  readonly path: string
  /** Kind of file, such as `backup`, for messages. */
  readonly what: string
  readonly signal: AbortSignal
}

/**
 * Writes a file that gets its name only when all of it is on the disk. Until then it is called
 * FILE.unfinished; only its owner can read it.
 * @throws {FileUnusable} when the file cannot be made
 */
export async function writeNewFile<T>(
  { path, what, signal }: NewFile,
  write: (file: FileHandle) => Promise<T>,
): Promise<T & { readonly fileBytes: number }> {
  const unfinished = `${path}.unfinished`
  refuseExisting(path)
  const file = await createFile(unfinished, what)
  let isRemoved = false
  const remove = () => {
    // Only once: another one may have the name by then.
    if (isRemoved) return
    isRemoved = true
    rmSync(unfinished, { force: true })
  }
  // At once: a waiting statement can outlive the command.
  signal.addEventListener('abort', remove)
  try {
    const written = await write(file)
    await file.sync()
    const { size } = await file.stat()
    signal.throwIfAborted()
    refuseExisting(path)
    await rename(unfinished, path)
    await syncFolder(dirname(path))
    return { ...written, fileBytes: size }
  } catch (error) {
    remove()
    throw error
  } finally {
    signal.removeEventListener('abort', remove)
    await file.close()
  }
}

function refuseExisting(path: string): void {
  if (!existsSync(path)) return
  throw new FileUnusable(`${path} already exists and was not changed: name another file.`)
}

async function createFile(path: string, what: string): Promise<FileHandle> {
  try {
    // Readable by its owner only: it holds names, addresses and holdings.
    return await open(path, 'wx', 0o600)
  } catch (error) {
    throw new FileUnusable(
      (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? `${path} already exists: another ${what} is writing it, or a killed ${what} left it. ` +
            `Delete it if no ${what} is running.`
        : `${path.replace(/\.unfinished$/, '')} cannot be written: ${whyNotWritten(path, error)}.`,
      { cause: error },
    )
  }
}

/** Why a file cannot be made, as the end of a sentence for an operator. */
export function whyNotWritten(path: string, error: unknown): string {
  const folder = dirname(resolve(path))
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `there is no folder ${folder}`
  if (code === 'ENOTDIR') return `${folder} is not a folder`
  if (code === 'EACCES' || code === 'EPERM') return `this user may not write into ${folder}`
  if (code === 'ENOSPC') return `the disk of ${folder} is full`
  return message
}

/** Makes the new name last. Windows cannot open a folder, and does this by itself. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
