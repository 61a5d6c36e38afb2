import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Finding } from './finding.ts'

/** Below it the embedded PostgreSQL may not even make its files, in bytes. */
const FREE_MIN = 200e6
const FREE_LOW = 2e9

/** The file system of memory may have no size of its own. */
const TMPFS = 0x01021994

/** Whether DATA_DIR, or the folder that it would be made in, takes files. It makes none. */
export function checkDisk(config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Finding {
  if (config.DATABASE_URL !== null) {
    return finding('ok', 'not looked at: the disk of the PostgreSQL of DATABASE_URL is its own.')
  }
  const wanted = resolve(config.DATA_DIR)
  try {
    const existing = nearestExisting(wanted)
    const remedy = 'set DATA_DIR to a folder that this user can write.'
    if (!statSync(existing).isDirectory()) {
      return finding('problem', `DATA_DIR ${wanted}: ${existing} is a file; ${remedy}`)
    }
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK)
    const { blocks, bavail, bsize, type } = statfsSync(existing)
    if (blocks === 0 && type !== TMPFS) {
      return finding(
        'problem',
        `DATA_DIR ${wanted}: no files can be made in ${existing}; ${remedy}`,
      )
    }
    return ofFreeSpace(wanted, blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const remedy = 'set DATA_DIR to a folder that this user can write'
    return finding('problem', `DATA_DIR ${wanted} cannot be used (${code}): ${remedy}.`)
  }
}

function ofFreeSpace(path: string, bytes: number): Finding {
  const size = bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
  const left = `${size} are free for DATA_DIR ${path}`
  const remedy = 'free some space, or set DATA_DIR to a folder on another disk.'
  if (bytes < FREE_MIN) return finding('problem', `${left}: ${remedy}`)
  if (bytes < FREE_LOW) return finding('warning', `${left}: ${remedy}`)
  return finding('ok', `${left}.`)
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

function finding(level: Finding['level'], message: string): Finding {
  return { level, check: 'disk', message }
}
