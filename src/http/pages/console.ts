import type { FastifyInstance } from 'fastify'
import { packagePath } from '../../runtime/package.ts'
import { nothingHere } from '../transport/not-found.ts'
import { PUBLIC, serveSite } from './site.ts'

/** `npm run build:console` writes there. */
const FOLDER = packagePath('console/dist/')

export interface ConsoleOptions {
  /** If false, the paths of the console are 404. */
  readonly isOn: boolean
  /** The folder of the built console, if not that of this package. */
  readonly folder?: string | undefined
}

/** Serves the built console at `/console`; a browser at the root is led there. */
export function serveConsole(app: FastifyInstance, { isOn, folder = FOLDER }: ConsoleOptions) {
  serveSite(app, {
    path: '/console',
    folder,
    isOn,
    notBuilt: 'The console is not built: run `npm run build:console`.',
    policy: ["style-src 'self' 'nonce'", "font-src 'self'"],
    pageHeaders: { 'Cross-Origin-Opener-Policy': 'same-origin' },
    fileHeaders: {},
    hasRouter: true,
  })
  app.get('/', PUBLIC, (request, reply) => {
    if (!isOn || request.headers.accept?.includes('text/html') !== true) throw nothingHere()
    return reply.redirect(`${app.basePath}/console`)
  })
}
