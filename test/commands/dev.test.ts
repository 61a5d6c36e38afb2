import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { copiedCheckout } from '../support/dev/copied-checkout.ts'
import {
  afterTest,
  eventually,
  isAlive,
  postmasterPid,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { freePorts } from '../support/processes/free-port.ts'
import { type Program, startProgram } from '../support/processes/program.ts'

const START_MS = 120_000

/** `npm run dev` in a process group of its own, as a terminal runs it. */
async function runDev(t: TestContext, checkout: string, dataDir: string) {
  const port = await freePorts(2)
  const program = startProgram(['run', 'dev'], {
    program: 'npm',
    cwd: checkout,
    detached: true,
    env: { DATA_DIR: dataDir, PORT: `${port}`, CONSOLE_PORT: `${port + 1}` },
  })
  afterTest(t, () => {
    if (isGroupAlive(program)) process.kill(-(program.child.pid as number), 'SIGKILL')
  })
  const service = `http://127.0.0.1:${port}`
  return { ...program, service, console: `http://localhost:${port + 1}` }
}

/** The first token, once the service and the console respond. */
async function started({ stdout, stderr, service, ended }: Awaited<ReturnType<typeof runDev>>) {
  const fail = (why: unknown) => assert.fail(`${why}\n${stdout()}${stderr()}`)
  const isReady = async () => (await fetch(`${service}/health/ready`)).ok
  const ready = eventually(isReady, 'the service to be ready', START_MS).catch(fail)
  await Promise.race([ready, ended.then(() => fail('it ended'))])
  const [, link = '', token = ''] = /^ +(http\S+)#token=(vis_\w+)$/m.exec(stdout()) ?? []
  return { link, token }
}

function isGroupAlive({ child }: Pick<Program, 'child'>): boolean {
  try {
    return process.kill(-(child.pid as number), 0)
  } catch {
    return false
  }
}

/** Fails unless no process of the group and no PostgreSQL is left. */
async function assertEnded(
  program: Pick<Program, 'child' | 'ended' | 'stdout' | 'stderr'>,
  postgres: number,
) {
  const { code, signal, stdout, stderr } = await program.ended
  // npm passes the end of its script on: the status of a command that Ctrl-C ended, or 0.
  assert.ok([0, 130].includes(code ?? -1) || signal === 'SIGINT', `${code} ${signal} ${stderr}`)
  assert.match(stdout, /service is stopped/)
  await eventually(() => !isGroupAlive(program), 'every process of the group to end')
  await eventually(() => !isAlive(postgres), 'PostgreSQL to end with its last process')
}

test('npm run dev: a saved file restarts the service, and a signal ends every process', async (t) => {
  const checkout = copiedCheckout(t)
  const dataDir = temporaryDirectory(t)
  const dev = await runDev(t, checkout, dataDir)
  const { link, token } = await started(dev)
  assert.match(await (await fetch(link)).text(), /@vite\/client/)
  const transfers = async () => {
    const headers = { Authorization: `Bearer ${token}` }
    return await fetch(`${dev.console}/v1/transfers?limit=1`, { headers })
  }
  assert.equal((await transfers()).status, 200)
  const postgres = postmasterPid(join(dataDir, 'dev')) as number

  const second = await runDev(t, checkout, dataDir)
  const refused = await second.ended
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^Another "npm run dev" uses .*: stop it, or set DATA_DIR/m)

  const health = join(checkout, 'src/http/transport/health.ts')
  const text = readFileSync(health, 'utf8')
  const live = async () => await (await fetch(`${dev.service}/health/live`)).text()
  writeFileSync(health, 'not TypeScript')
  await eventually(() => /starts again after the next change/.test(dev.stderr()), 'the failure')
  writeFileSync(health, text.replace("status: 'live'", "status: 'alive'"))
  await eventually(async () => /alive/.test(await live()), 'the changed service', START_MS)
  assert.equal((await transfers()).status, 200, 'its token and its data are kept')
  assert.equal(postmasterPid(join(dataDir, 'dev')), postgres, 'PostgreSQL kept running')

  process.kill(-(dev.child.pid as number), 'SIGINT')
  await assertEnded(dev, postgres)

  // To npm alone: the Ctrl-C of a terminal reaches each process. The data are the same.
  const again = await runDev(t, checkout, dataDir)
  await started(again)
  const postgresAgain = postmasterPid(join(dataDir, 'dev')) as number
  again.child.kill('SIGINT')
  await assertEnded(again, postgresAgain)
})
