import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { plainEnvironment } from '../../test/support/processes/program.ts'
import type { RoundOptions, RoundResult } from './round.ts'

/** The process that loads servers, one round at a time. */
export interface Loader {
  run(options: RoundOptions): Promise<RoundResult>
  stop(): Promise<void>
}

export function startLoader(): Loader {
  const program = fileURLToPath(new URL('load-program.ts', import.meta.url))
  const child = fork(program, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: plainEnvironment(),
  })
  const exited = once(child, 'exit')
  return {
    run: async (options) => {
      child.send(options)
      const ended = exited.then(() => [{ failure: 'the loading process ended' }])
      const [reply] = (await Promise.race([once(child, 'message'), ended])) as [
        RoundResult | { failure: string },
      ]
      if ('failure' in reply) throw new Error(reply.failure)
      return reply
    },
    stop: async () => {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
