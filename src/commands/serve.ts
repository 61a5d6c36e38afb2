import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { createLog } from '../logging/log.ts'
import { startService, stopOnSignal } from '../server/start-service.ts'

/** `serve`: run the service until a signal stops it. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service until SIGTERM or Ctrl-C')
    .option('--demo', 'serve a separate vault of demo data, and print tokens to try it with')
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
        // A signal during the start is not a failure.
        if (error !== start.signal.reason) throw error
      })
    })
}
