import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { plainEnvironment } from '../../test/support/service-process.ts'

/** A program of this folder in a process of its own, that answers questions one at a time. */
export interface Child {
  readonly pid: number
  ask<Answer>(question: object): Promise<Answer>
  stop(): Promise<void>
}

type Reply = { readonly answer: unknown } | { readonly failure: string }

/** @param logFile where its standard output goes; nowhere without one */
export function startChild(
  program: string,
  options: { logFile?: string; env?: Readonly<Record<string, string>> } = {},
): Child {
  const { logFile, env } = options
  const log = logFile === undefined ? undefined : openSync(logFile, 'a')
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [], {
    cwd: tmpdir(),
    stdio: ['ignore', log ?? 'ignore', 'inherit', 'ipc'],
    env: { ...plainEnvironment(), ...env },
  })
  if (log !== undefined) closeSync(log)
  const exited = once(child, 'exit')
  return {
    pid: child.pid as number,
    ask: async <Answer>(question: object) => {
      child.send(question)
      const ended = exited.then(() => [{ failure: 'the process ended' }])
      const [reply] = (await Promise.race([once(child, 'message'), ended])) as [Reply]
      if ('failure' in reply) throw new Error(`${program}: ${reply.failure}`)
      return reply.answer as Answer
    },
    stop: async () => {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

/** The child's side: answers each question; the process ends when its parent lets go of it. */
export function answerParent<Question>(answer: (question: Question) => Promise<unknown>): void {
  process.on('message', (question) => {
    answer(question as Question).then(
      (found) => process.send?.({ answer: found } satisfies Reply),
      (error: Error) => process.send?.({ failure: error.stack ?? error.message } satisfies Reply),
    )
  })
  process.on('disconnect', () => process.exit())
}
