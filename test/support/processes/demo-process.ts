import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from '../../../src/config/settings.ts'
import { afterTest } from './embedded-directory.ts'

const CLI = fileURLToPath(new URL('../../../src/cli.ts', import.meta.url))

export interface Demo {
  readonly pid: number
  readonly banner: string
  readonly url: string
  readonly commands: readonly string[]
  readonly tokens: readonly string[]
  /** All that it has printed so far, the banner with it. */
  stdout(): string
  stop(): Promise<{ code: number | null; stderr: string }>
}

export interface DemoRun {
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number | null; stderr: string }>
  stdout(): string
}

/** Runs `serve --demo`; whatever still runs after the test is stopped. */
export function runDemo(t: TestContext, env: Record<string, string>): DemoRun {
  // What is set around the tests is not what this run is about.
  const inherited = Object.entries(process.env).filter(([name]) => !(name in SETTINGS))
  const child = spawn(process.execPath, [CLI, 'serve', '--demo'], {
    cwd: env.DATA_DIR,
    env: { ...Object.fromEntries(inherited), DATABASE_URL: '', METRICS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stderr }))
  afterTest(t, async () => {
    child.kill('SIGINT')
    await ended
  })
  return { child, ended, stdout: () => stdout }
}

/** Runs the demo until its whole banner is there, and reads it as a person would. */
export async function startDemo(t: TestContext, env: Record<string, string>): Promise<Demo> {
  const run = runDemo(t, env)
  while (!/^Data: .*\n/m.test(run.stdout())) {
    const news = once(run.child.stdout as NodeJS.ReadableStream, 'data')
    const failure = await Promise.race([news.then(() => undefined), run.ended])
    if (failure) assert.fail(`the demo ended with ${failure.code}: ${failure.stderr}`)
  }
  const banner = run.stdout()
  assert.match(banner, /^\nVault Inventory Service, a demo/, 'nothing stands above the banner')
  return {
    pid: run.child.pid as number,
    banner,
    url: (/^Address {2}(\S+)/m.exec(banner) as RegExpExecArray)[1] as string,
    commands: banner.match(/^curl (?:.*\\\n)*.*$/gm) ?? [],
    tokens: banner.match(/(?<=^ {4})vis_\w+$/gm) ?? [],
    stdout: run.stdout,
    stop: () => {
      run.child.kill('SIGINT')
      return run.ended
    },
  }
}
