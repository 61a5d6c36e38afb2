import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'vite'
import { portNear } from '../processes/free-port.ts'

interface ConsoleOptions {
  /** Address of the service behind the pages. */
  readonly service: string
  /** Another one is taken if it is in use. */
  readonly port: number
  readonly cacheDir: string
}

/** Serves the sources of the console; a browser shows each change at once. */
export async function serveConsole({ service, port, cacheDir }: ConsoleOptions) {
  process.env.CONSOLE_API = service
  const server = createHttpServer((request, response) => vite.middlewares(request, response))
  // In a server of ours: Vite's own ends the process at SIGTERM before the service has stopped.
  const vite = await createServer({
    configFile: 'console/vite.config.ts',
    cacheDir,
    server: { middlewareMode: true, ws: { server } },
  })
  const free = await portNear(port)
  await once(server.listen(free, 'localhost'), 'listening')
  return {
    url: `http://localhost:${free}/console/`,
    close: async () => {
      await vite.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
