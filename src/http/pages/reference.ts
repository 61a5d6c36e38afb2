import type { FastifyInstance } from 'fastify'
import { packagePath } from '../../runtime/package.ts'
import { PUBLIC, serveSite } from './site.ts'

/** `npm run generate` copies the library of the page there (test/generate.ts). */
const FOLDER = packagePath('reference/')

/**
 * Serves the API reference at `/docs`, all of it from this package: no CDN, no telemetry.
 *
 * The page shares the address of the console, and not its origin: `sandbox` gives it one of its
 * own, so its scripts, four megabytes from elsewhere, can read neither the token that the console
 * keeps in the tab's session storage nor any response but `/openapi.json`. Browsers refuse a
 * sandboxed page that has a `Cross-Origin-Opener-Policy`. Of its files, too, the page is another
 * origin.
 */
export function serveReference(app: FastifyInstance, isOn: boolean): void {
  // Every browser requests it; without this route the response would be 401.
  app.get('/favicon.ico', PUBLIC, async (_request, reply) => reply.status(204).send())
  serveSite(app, {
    path: '/docs',
    folder: FOLDER,
    isOn,
    notBuilt: 'The reference is not there: run `npm run generate`.',
    policy: [
      "style-src 'nonce'",
      'sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox',
    ],
    pageHeaders: {},
    fileHeaders: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
    hasRouter: false,
  })
}
