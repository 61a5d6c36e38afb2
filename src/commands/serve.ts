import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { startService, stopOnSignal } from '../server.ts'

/** `serve`: run the service until it is told to stop. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('run the service until SIGTERM or Ctrl-C')
    .action(async () => {
      const config = readConfig()
      const log = createLog(config)
      const service = await startService(config, log)
      stopOnSignal(service, config, log)
    })
}
