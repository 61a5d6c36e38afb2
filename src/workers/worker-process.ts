// A worker: started by the process that leads, told by it what to do, and ended by it or with it.
import type { Socket } from 'node:net'
import closeWithGrace from 'close-with-grace'
import { createLog } from '../log.ts'
import { AnsweringWorker } from './answering-worker.ts'
import type { ToWorker } from './worker-messages.ts'

// Stopping is for the leader to say: a terminal's Ctrl-C and a supervisor's signal reach everybody.
const LEFT_TO_LEADER = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
for (const signal of LEFT_TO_LEADER) process.on(signal, () => undefined)

let worker: AnsweringWorker | undefined

process.on('message', (message: ToWorker, connection?: Socket) => {
  if (message.act === 'start') start(message)
  else if (message.act === 'connection') worker?.take(message.id, connection)
  else if (message.act === 'not ready') worker?.announceStop()
  else if (message.act === 'report') worker?.report()
  else void leave(0)
})
// The leader is gone, however it went.
process.on('disconnect', () => void leave(0))

function start(message: ToWorker & { act: 'start' }): void {
  const { number, config, reach } = message
  const log = createLog(config, undefined, number)
  const answering = new AnsweringWorker({ number, config, log })
  worker = answering
  closeWithGrace(
    {
      delay: config.SHUTDOWN_TIMEOUT_MS + config.DATABASE_STATEMENT_TIMEOUT_MS,
      logger: log,
      skip: [...LEFT_TO_LEADER],
    },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'stopping after a defect')
      await leave(err === undefined ? 0 : 1)
    },
  )
  answering.open(reach).catch((err) => {
    log.fatal({ err }, 'worker cannot start')
    log.flush(() => process.exit(1))
  })
}

/** Finishes what was taken, and ends. */
async function leave(status: 0 | 1): Promise<void> {
  await worker?.close()
  process.exit(status)
}
