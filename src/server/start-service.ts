import { resolve } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { openOwnServer } from '../database/connect/own-server.ts'
import type { Config } from '../runtime/config/config.ts'
import type { RunningService } from './connect-and-serve.ts'
import { requireFreePorts } from './listen.ts'

/**
 * Starts the service: database, schema, HTTP. If a part fails, the parts that started are stopped.
 * While the PostgreSQL of `DATABASE_URL` is away, it waits and responds that it is not ready.
 * @param signal aborting ends the wait
 * @throws {AddressUnusable}, {DatabaseUnusable}, {SchemaMismatch}, errors of the embedded server,
 * and
 *   the reason of `signal`
 */
export async function startService(
  config: Config,
  log: Logger,
  signal?: AbortSignal,
): Promise<RunningService> {
  await requireFreePorts(config)
  let ownServer: ReturnType<typeof openOwnServer> | undefined
  if (config.DATABASE_URL === null) {
    const dataDir = resolve(config.DATA_DIR)
    log.info({ dataDir }, 'DATABASE_URL is not set: the vault is in an embedded PostgreSQL')
    ownServer = openOwnServer(config, { role: 'service', log })
    // It is reported where it is awaited.
    ownServer.catch(() => undefined)
  }
  try {
    // PostgreSQL is launched in this turn. It starts while the code loads: both take a while.
    await turn()
    const { connectAndServe } = await import('./connect-and-serve.ts')
    return await connectAndServe(config, { log, signal, ownServer })
  } catch (error) {
    // Code that could not be loaded did not stop it either.
    await ownServer?.then(
      (server) => server.release(),
      () => undefined,
    )
    throw error
  }
}

/**
 * Stops the service on SIGTERM, SIGINT or a defect, and ends the process with status 0, or 1 after
 * a defect. Call it while the service starts: an early signal waits for the end of the start, so
 * that a database that was started is stopped as well.
 * @param start is aborted by the signal, because a start that waits for a database may never end
 */
export function stopOnSignal(
  starting: Promise<RunningService>,
  config: Config,
  log: Logger,
  start?: AbortController,
): void {
  const timeoutMs =
    config.SHUTDOWN_DELAY_MS + config.SHUTDOWN_TIMEOUT_MS + config.DATABASE_STATEMENT_TIMEOUT_MS
  const grace = closeWithGrace(
    { delay: timeoutMs, logger: log, skip: ['SIGINT', 'SIGTERM'] },
    async ({ err }) => {
      start?.abort()
      if (err) log.fatal({ err }, 'stopping after a defect')
      // A failed start has stopped its parts, and the command line reports why.
      const service = await starting.catch(() => undefined)
      await service?.stop()
      // The process ends next: log lines that are not written yet would be lost.
      await new Promise<void>((resolve) => log.flush(() => resolve()))
    },
  )
  let firstSignalAt: number | undefined
  const onSignal = (signal: string) => {
    const now = performance.now()
    // One Ctrl-C can arrive twice, from the terminal and from npm. Only a later one ends at once.
    if (firstSignalAt !== undefined && now - firstSignalAt < 1_000) return
    if (firstSignalAt !== undefined) process.exit(1)
    firstSignalAt = now
    log.info({ signal }, 'stopping')
    grace.close()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  // This channel is the launcher's. Without the launcher, no signal would stop the service.
  const onLauncherGone = () => onSignal('launcher gone')
  if (process.connected) process.on('disconnect', onLauncherGone)
  // After a failed start, nothing may keep the process alive or change its exit status.
  starting.catch(() => {
    // After a signal, the handler above ends the process.
    if (firstSignalAt !== undefined) return
    grace.uninstall()
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    process.off('disconnect', onLauncherGone)
  })
}
