import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it that are missing, and returns the topmost that it made. Node's
 * own `recursive` never ends under a parent that exists and takes no folders, such as `/proc`.
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  const parent = dirname(path)
  try {
    mkdirSync(path, mode)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(path).isDirectory()) return undefined
    if (code !== 'ENOENT' || existsSync(parent)) throw error
  }
  const above = makeFolder(parent, mode)
  const own = makeFolder(path, mode)
  return above ?? own
}
