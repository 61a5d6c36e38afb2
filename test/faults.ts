/**
 * Plants faults in copies of this checkout, one at a time, and shows which tests catch them:
 * `npm run test:faults`, or `npm run test:faults -- transfers csv` for rows that have such a word
 * in their id or room. Fails where a fault is not caught.
 *
 * `test/faults/faults.jsonl` has a fault in each line: a slip as it happens, and the tests of its
 * room. Where code or tests move, `find`, `file` and `tests` of a row follow them.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openProxy } from './support/chaos/proxy.ts'
import { type Fault, readFaults } from './support/faults/read-faults.ts'
import { openServer } from './support/vault/open-server.ts'

const LANES = 2
/** Tests of a row that run first: they most likely catch its fault. */
const FIRST = 2
/** A fault may make a test wait for ever. */
const RUN_MS_MAX = 300_000
const NOT_COPIED = ['.git', 'node_modules']
/** A file for the output of the runs that failed. */
const { FAULTS_LOG } = process.env

const faults = readFaults(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), 'vault-faults-'))
const { server, stop } = await openServer()
// The embedded server has a Unix socket alone, which no DATABASE_URL can name.
const proxy = server.address && (await openProxy(server.address))
const url = proxy?.url ?? (server.url as string)
const failed = new Set<string>()
const passed = new Set<string>()
const running = new Set<ChildProcess>()
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isStopping = true
    for (const child of running) child.kill(signal)
  })
}
try {
  const lanes = Array.from({ length: LANES }, (_, index) => copyTo(join(folder, `lane-${index}`)))
  console.log('| Fault | Room | Kind | Caught by |\n|---|---|---|---|')
  const escaped: Fault[] = []
  const waiting = faults.values()
  const work = async (lane: string) => {
    for (const fault of waiting) {
      const caughtBy = await plant(fault, lane)
      if (isStopping) return
      const { id, room, kind } = fault
      console.log(`| ${id} | ${room} | ${kind} | ${caughtBy.join(', ') || '**NOT CAUGHT**'} |`)
      if (caughtBy.length === 0) escaped.push(fault)
    }
  }
  await Promise.all(lanes.map(work))
  // Tests that fail without a fault, too, have caught none.
  const red = isStopping
    ? []
    : await runTests(
        [...failed].filter((file) => !passed.has(file)),
        lanes[0] as string,
      )
  console.log(`\n${faults.length - escaped.length} of ${faults.length} faults are caught.`)
  if (red.length > 0) console.log(`Fail without a fault, too: ${red.join(', ')}`)
  process.exitCode = isStopping || escaped.length + red.length > 0 ? 1 : 0
} finally {
  await proxy?.close()
  await stop()
  rmSync(folder, { recursive: true, force: true })
}

function copyTo(lane: string): string {
  cpSync('.', lane, { recursive: true, filter: (path) => !NOT_COPIED.includes(path) })
  symlinkSync(resolve('node_modules'), join(lane, 'node_modules'))
  return lane
}

/** Runs the first tests of the row, and the others where these find nothing. */
async function plant({ file, find, replace, tests }: Fault, lane: string): Promise<string[]> {
  const path = join(lane, file)
  const whole = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  )
  try {
    const first = await runTests(tests.slice(0, FIRST), lane)
    return first.length > 0 ? first : await runTests(tests.slice(FIRST), lane)
  } finally {
    writeFileSync(path, whole)
  }
}

/** The files whose tests fail; what else ended the run, where no test failed. */
async function runTests(files: readonly string[], cwd: string): Promise<string[]> {
  if (files.length === 0 || isStopping) return []
  const child = spawn(process.execPath, ['test/run.ts', ...files], {
    cwd,
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_MS_MAX,
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [status, signal] = await once(child, 'close')
  running.delete(child)
  const places = output.matchAll(/^ +[\d.]+ s {2}(\S+): FAILED$/gm)
  const found = new Set([...places].map(([, file]) => file as string))
  if (status === 0 || found.size > 0) {
    for (const file of files) (found.has(file) ? failed : passed).add(file)
  }
  if (status === 0) return []
  if (FAULTS_LOG !== undefined) appendFileSync(FAULTS_LOG, `\n${output}`)
  if (output.includes('Statements break rules')) found.add('the judge of statements')
  return found.size > 0 ? [...found] : [`the run (${status ?? signal})`]
}
