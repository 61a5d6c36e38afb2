import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { watch } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

interface RestartedProgram {
  /** Arguments of Node. */
  readonly command: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** A change below them starts the program again. */
  readonly folders: readonly string[]
  /** Aborting stops the program for good. */
  readonly signal: AbortSignal
}

/** An editor writes several files of one change. */
const QUIET_MS = 100

/** Runs the program, and again after each change; resolves once it has stopped for good. */
export async function restartOnChange(program: RestartedProgram): Promise<void> {
  const { folders, signal } = program
  const changes = new EventEmitter()
  const noteChange = () => changes.emit('change')
  const watchers = folders.map((folder) => watch(folder, { recursive: true }, noteChange))
  try {
    while (!signal.aborted) await runUntilChange(program, changes)
  } finally {
    for (const watcher of watchers) watcher.close()
  }
}

async function runUntilChange({ command, env, signal }: RestartedProgram, changes: EventEmitter) {
  // The service stops by itself where the other end of its channel is gone, even by kill -9.
  const child = spawn(process.execPath, command, {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let isStopping = false
  const ended = once(child, 'exit').then(([code, by]) => {
    if (isStopping || signal.aborted) return
    console.error(`The service ended (${code ?? by}): it starts again after the next change.`)
  })
  try {
    await once(changes, 'change', { signal })
    await pause(QUIET_MS, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
  isStopping = true
  child.kill('SIGTERM')
  await ended
}
