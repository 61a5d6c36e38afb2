import { Command } from 'commander'
import { readConfig } from '../../runtime/config/config.ts'
import { createLog } from '../../runtime/log/log.ts'
import { startService, stopOnSignal } from '../../server/start-service.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service until SIGTERM or Ctrl-C')
    .option('--demo', 'the same as the command demo')
    .action(async (options: { demo?: true }) => {
      if (options.demo === true) return await serveDemo()
      const config = readConfig()
      const log = createLog(config)
      const start = new AbortController()
      const starting = startService(config, log, start.signal)
      stopOnSignal(starting, config, log, start)
      await starting.catch((error) => {
        // A signal during the start is not a failure.
        if (error !== start.signal.reason) throw error
      })
    })
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('serve a separate vault of demo data, and print tokens to try it with')
    .action(serveDemo)
}

async function serveDemo(): Promise<void> {
  const config = readConfig()
  const { runDemo } = await import('../demo/run-demo.ts')
  await runDemo(config)
}
