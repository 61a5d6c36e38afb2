/**
 * Runs one command of the service after the other in one process, which has loaded the program
 * once, as `startProgram` would run each in a process of its own.
 */
import type { CommandCall, CommandEnd } from './command.ts'

let runs = 0

process.on('message', async ({ args, env, cwd }: CommandCall) => {
  const written = { stdout: '', stderr: '' }
  const undo = (['stdout', 'stderr'] as const).map((name) => keepWritten(name, written))
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv.splice(2, process.argv.length, ...args)
  process.chdir(cwd)
  process.exitCode = undefined
  runs += 1
  const failure = await import(`../../../src/cli.ts?run=${runs}`).then(
    () => undefined,
    (error: Error) => error.stack,
  )
  for (const each of undo) each()
  const code = failure === undefined ? Number(process.exitCode ?? 0) : 1
  process.exitCode = undefined
  const { stdout, stderr } = written
  process.send?.({ code, stdout, stderr: stderr + (failure ?? '') } satisfies CommandEnd)
})
process.on('disconnect', () => process.exit())

function keepWritten(name: 'stdout' | 'stderr', written: Record<typeof name, string>): () => void {
  const stream = process[name]
  const { write } = stream
  stream.write = (chunk: Uint8Array | string, ...more: unknown[]) => {
    written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    const done = more.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  }
  return () => {
    stream.write = write
  }
}
