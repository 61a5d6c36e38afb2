import { execFileSync } from 'node:child_process'
import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { needsProgram } from '../chaos/soak-test.ts'
import { temporaryDirectory } from '../processes/embedded-directory.ts'

/** A clock of its own for a process and its children, whose environment has the variables. */
export function fakeClock(t: TestContext) {
  needsProgram('faketime')
  const directory = temporaryDirectory(t)
  // PostgreSQL may run as another user.
  chmodSync(directory, 0o755)
  const file = join(directory, 'clock')
  /** From now on the clock is so many seconds ahead of the machine's; behind it when negative. */
  const set = (seconds: number) => {
    // In one step: a process that reads half of it has no valid time.
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    renameSync(`${file}.new`, file)
  }
  set(0)
  const library = execFileSync('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'])
  return {
    set,
    variables: {
      LD_PRELOAD: library.toString().trim(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // A clock that is set does not move the monotonic one, nor what files are dated.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
      NO_FAKE_STAT: '1',
    },
  }
}
