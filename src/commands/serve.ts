import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { createLog } from '../logging/log.ts'
import { startService, stopOnSignal } from '../server/start-service.ts'

/** `serve`: run the service until it is told to stop. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service until SIGTERM or Ctrl-C')
    .option('--demo', 'on a vault of synthetic records, apart from yours, with tokens to try it')
    .action(async (options: { demo?: true }) => {
      const config = readConfig()
      if (options.demo === true) {
        const { runDemo } = await import('../demo/run-demo.ts')
        return await runDemo(config)
      }
      const log = createLog(config)
      const start = new AbortController()
      const starting = startService(config, log, start.signal)
      stopOnSignal(starting, config, log, start)
      await starting.catch((error) => {
        // A start that was given up is no failure.
        if (error !== start.signal.reason) throw error
      })
    })
}
