import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { afterTest } from './embedded-directory.ts'
import { CLI, type Program, startProgram } from './program.ts'

/** The parts of the banner of a demo. */
export type Announced = ReturnType<typeof announcedIn>
export type Demo = Awaited<ReturnType<typeof demoOf>>

/** Runs `serve --demo`; stopped after the test. */
export function runDemo(t: TestContext, env: Record<string, string>): Program {
  const program = startProgram([CLI, 'serve', '--demo'], {
    env: { DATABASE_URL: '', METRICS_PORT: '0', ...env },
  })
  afterTest(t, async () => {
    program.child.kill('SIGINT')
    await program.ended
  })
  return program
}

/** Runs the demo until its whole banner is there, and reads it. */
export function startDemo(t: TestContext, env: Record<string, string>) {
  return demoOf(runDemo(t, env))
}

/** The demo of a program that was just started. */
export async function demoOf(run: Program) {
  while (!/^Data: .*\n/m.test(run.stdout())) {
    const news = once(run.child.stdout, 'data')
    const failure = await Promise.race([news.then(() => undefined), run.ended])
    if (failure) assert.fail(`the demo ended with ${failure.code}: ${failure.stderr}`)
  }
  return {
    ...announcedIn(run.stdout()),
    pid: run.child.pid as number,
    /** All that it has printed so far, including the banner. */
    stdout: run.stdout,
    stop: async () => {
      run.child.kill('SIGINT')
      const { code, stderr } = await run.ended
      return { code, stderr }
    },
  }
}

/** Reads a banner as a person would. */
export function announcedIn(banner: string) {
  assert.match(banner, /^\nVault Inventory Service, a demo/, 'nothing stands above the banner')
  return {
    banner,
    url: (/^Address {2}(\S+)/m.exec(banner) as RegExpExecArray)[1] as string,
    /** The address that the links of the console have; undefined without the console. */
    consoleUrl: /^ +(\S+)\/console#token=/m.exec(banner)?.[1],
    commands: (banner.match(/^curl (?:.*\\\n)*.*$/gm) ?? []) as readonly string[],
    tokens: (banner.match(/(?<=#token=)vis_\w+$/gm) ?? []) as readonly string[],
  }
}
