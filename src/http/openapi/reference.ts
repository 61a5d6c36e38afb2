import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { Refusal } from '../../domain/errors.ts'
import { nothingHere } from '../transport/not-found.ts'
import { StaticAsset } from '../transport/static-asset.ts'

const FOLDER = '/docs'
const PAGE = '/docs/'
const START_SCRIPT = '/docs/js/start.js'
const LIBRARY = '/docs/js/scalar.js'

/** For each slow reader, three of the library's four megabytes wait in the kernel's memory. */
const READERS_MAX = 32

const SCRIPT_TYPE = 'application/javascript; charset=utf-8'

const PUBLIC = { logLevel: 'silent', config: { public: true } } as const

/**
 * Serves the API reference at `/docs`, all of it from this package: no CDN, no telemetry.
 * @param isOn if false, the paths of the reference are 404
 */
export function serveReference(app: FastifyInstance, isOn: boolean): void {
  // Every browser requests it; without this route the response would be 401.
  app.get('/favicon.ico', PUBLIC, async (_request, reply) => reply.status(204).send())
  if (isOn) servePages(app)
  else {
    for (const path of [FOLDER, PAGE, START_SCRIPT, LIBRARY]) {
      app.get(path, PUBLIC, async () => {
        throw nothingHere()
      })
    }
  }
}

function servePages(app: FastifyInstance): void {
  app.get(FOLDER, PUBLIC, async (_request, reply) => reply.redirect(`${app.basePath}${PAGE}`, 301))
  app.get(PAGE, PUBLIC, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    reply.header('Content-Security-Policy', contentSecurityPolicy(nonce))
    return reply.type('text/html; charset=utf-8').send(pageText(nonce))
  })
  const start = new StaticAsset(SCRIPT_TYPE, startScript(app.basePath))
  app.get(START_SCRIPT, PUBLIC, (request, reply) => start.send(request, reply.headers(FOR_ALL)))
  const limitReaders = readerLimit()
  let loading: Promise<StaticAsset> | undefined
  app.get(LIBRARY, PUBLIC, async (request, reply) => {
    limitReaders(reply)
    loading ??= loadLibrary().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return (await loading).send(request, reply.headers(FOR_ALL))
  })
}

/** Counts readers until their response is closed. Throws `temporarily_unavailable` at the limit. */
function readerLimit(): (reply: FastifyReply) => void {
  let readers = 0
  return (reply) => {
    if (readers >= READERS_MAX) {
      throw new Refusal('temporarily_unavailable', {
        detail: 'Too many clients are loading this reference: try again after a moment.',
      })
    }
    readers += 1
    reply.raw.once('close', () => {
      readers -= 1
    })
  }
}

/** The page has an origin of its own (`sandbox`), so its own scripts come from another one. */
const FOR_ALL = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const

/**
 * The page shares the address of the console, and not its origin: `sandbox` gives it one of its
 * own, so its scripts, four megabytes from elsewhere, can read neither the token that the console
 * keeps in the tab's session storage nor any response but `/openapi.json`. Browsers refuse a
 * sandboxed page that has a `Cross-Origin-Opener-Policy`.
 *
 * The page runs only scripts in files of this address and sends requests to no other. Style
 * elements need the nonce. Style attributes are refused; of the library's own, only the width of line
 * numbers would be missed, which `pageText` sets.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
}

function pageText(nonce: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <title>${TITLE}</title>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta property="csp-nonce" content="${nonce}" />
    <style nonce="${nonce}">.hljs { --line-digits: 2 }</style>
  </head>
  <body>
    <div id="app"></div>
    <script src="js/start.js"></script>
    <script src="js/scalar.js"></script>
  </body>
</html>
`
}

const TITLE = 'Vault Inventory Service: API reference'

const configurationOf = (basePath: string) =>
  ({
    url: `${basePath}/openapi.json`,
    pageTitle: TITLE,
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    hideTestRequestButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'json',
    orderSchemaPropertiesBy: 'preserve',
    orderRequiredPropertiesFirst: false,
    defaultOpenAllTags: true,
    showOperationId: true,
  }) as const

/**
 * Gives the library a storage that lasts as long as the page, since it does not start without one,
 * and the nonce to every style element: the library gives it to the first of its four only.
 */
const startScript = (basePath: string): string => `'use strict'
for (const name of ['localStorage', 'sessionStorage']) {
  const kept = new Map()
  const value = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, String(text)),
    removeItem: (key) => void kept.delete(key),
  }
  Object.defineProperty(window, name, { value })
}
const { content: nonce } = document.querySelector('meta[property=csp-nonce]')
const { createElement } = document
document.createElement = (...names) => {
  const element = createElement.apply(document, names)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}
document.addEventListener('DOMContentLoaded', () => {
  Scalar.createApiReference('#app', ${JSON.stringify(configurationOf(basePath), null, 2)})
})
`

/**
 * Gets the library's script (four megabytes) from its plugin, the only way to it, in a separate
 * app. It is loaded when first requested: at the start it would cost every service 0.2 s.
 */
async function loadLibrary(): Promise<StaticAsset> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: configurationOf('') })
  const { payload, statusCode } = await app.inject({ url: LIBRARY })
  await app.close()
  if (statusCode !== 200) throw new Error(`the script of /docs has status ${statusCode}`)
  return new StaticAsset(SCRIPT_TYPE, payload)
}
