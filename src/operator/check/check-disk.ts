import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { explainingFileErrors } from '../../embedded-postgres/data-directory.ts'
import type { Config } from '../../runtime/config/config.ts'
import { findingsOf } from './finding.ts'

/** Below it the embedded PostgreSQL may not even make its files, in bytes. */
const FREE_MIN = 200e6
const FREE_LOW = 2e9

/** The file system of memory may have no size of its own. */
const TMPFS = 0x01021994

const finding = findingsOf('disk')

/** Whether DATA_DIR, or the folder that it would be made in, takes files. It makes none. */
export function checkDisk(config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>) {
  if (config.DATABASE_URL !== null) {
    return finding('ok', 'not looked at: the disk of the PostgreSQL of DATABASE_URL is its own.')
  }
  const wanted = resolve(config.DATA_DIR)
  let bytes: number
  try {
    bytes = explainingFileErrors(wanted, () => freeBytes(nearestExisting(wanted)))
  } catch (error) {
    return finding('problem', (error as Error).message)
  }
  const size = bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
  const left = `${size} are free for DATA_DIR ${wanted}`
  if (bytes >= FREE_LOW) return finding('ok', `${left}.`)
  const remedy = 'free some space, or set DATA_DIR to a folder on another disk.'
  return finding(bytes < FREE_MIN ? 'problem' : 'warning', `${left}: ${remedy}`)
}

/** @throws the error that making a file in the folder would give */
function freeBytes(folder: string): number {
  // The slash: a file in the place of a folder is an error.
  accessSync(`${folder}/`, constants.R_OK | constants.W_OK | constants.X_OK)
  const { blocks, bavail, bsize, type } = statfsSync(folder)
  if (blocks > 0) return bavail * bsize
  if (type === TMPFS) return Number.POSITIVE_INFINITY
  throw Object.assign(new Error('this file system takes no files'), { code: 'ENOENT' })
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}
