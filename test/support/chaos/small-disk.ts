import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import {
  afterTest,
  eventually,
  isAlive,
  postmasterPid,
  temporaryDirectory,
} from '../processes/embedded-directory.ts'
import { needsProgram } from './soak-test.ts'

/** A file system of its own, in a file, that can be filled and can lose its power. */
export type SmallDisk = ReturnType<typeof openSmallDisk>

/** Makes one of so many megabytes; needs root, loop devices and ext4. */
export function openSmallDisk(t: TestContext, megabytes: number) {
  needsProgram('mkfs.ext4', 'e2fsprogs')
  needsProgram('xfs_io', 'xfsprogs')
  if (process.getuid?.() !== 0) throw new Error('A file system is mounted by root only.')
  const directory = temporaryDirectory(t)
  const image = join(directory, 'image')
  const path = join(directory, 'mounted')
  const ballast = join(path, 'ballast')
  closeSync(openSync(image, 'w'))
  truncateSync(image, megabytes * 2 ** 20)
  run('mkfs.ext4', '-q', '-m', '0', image)
  mkdirSync(path)
  // The kernel would write every five seconds by itself: only synced data shall be kept.
  const mount = () => run('mount', '-o', 'loop,commit=300', image, path)
  mount()
  afterTest(t, async () => {
    const pid = postmasterPid(path)
    if (pid !== null && isAlive(pid)) {
      process.kill(pid, 'SIGQUIT')
      await eventually(() => !isAlive(pid), 'the server left over by the test to end')
    }
    await unmount(path)
  })
  return {
    /** Folder where it is mounted: a data directory. */
    path,
    /** Takes all of the space that is left. */
    fill: () => {
      mkdirSync(ballast, { recursive: true })
      for (let part = 0; part < 4; part += 1) takeAll(path, join(ballast, `${part}`))
    },
    /** Gives it back. */
    free: () => rmSync(ballast, { recursive: true, force: true }),
    /** Writes out everything that was written so far. */
    sync: () => run('sync', '-f', path),
    /**
     * From now on no write is stored: what was not synced by then is lost. ext4 stops as it is, and
     * does not write out its journal first.
     */
    cutPower: () => run('xfs_io', '-x', '-c', 'shutdown', path),
    /** Mounts it again after the power cut, when all processes that used it have ended. */
    powerOn: async () => {
      await unmount(path)
      mount()
    },
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

function takeAll(path: string, file: string): void {
  const { bavail, bsize } = statfsSync(path)
  try {
    run('fallocate', '-l', `${Math.max(1, bavail) * bsize}`, file)
  } catch {
    // Another process took the last space first.
  }
}

/** Processes with open files on it may need a moment to end. */
async function unmount(path: string): Promise<void> {
  await eventually(() => {
    run('umount', path)
    return true
  }, 'the file system to be unmounted')
}
