import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { Refusal } from '../../domain/errors.ts'
import { nothingHere } from '../transport/not-found.ts'
import { PublishedText } from './published-text.ts'

/** Where to go, the page, the script that starts the library, the library. */
const PATHS = ['/docs', '/docs/', '/docs/js/start.js', '/docs/js/scalar.js'] as const

/** Three of the library's four megabytes wait in the kernel's memory for each that reads slowly. */
const READERS_MAX = 32

const SCRIPT_TYPE = 'application/javascript; charset=utf-8'

/** What the log leaves out; everybody may read it. */
const OPEN = { logLevel: 'silent', config: { public: true } } as const

/**
 * Serves the API reference at `/docs`, all of it from this package: no CDN, no telemetry.
 * @param isOn whether there is one; where not, its paths are answered 404
 */
export function serveReference(app: FastifyInstance, isOn: boolean): void {
  // Every browser asks for it; without a response it would be told to authenticate.
  app.get('/favicon.ico', OPEN, async (_request, reply) => reply.status(204).send())
  if (!isOn) {
    for (const path of PATHS) {
      app.get(path, OPEN, async () => {
        throw nothingHere()
      })
    }
    return
  }
  const [folder, page, start, library] = PATHS
  app.get(folder, OPEN, async (_request, reply) => reply.redirect(page, 301))
  app.get(page, OPEN, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    reply.header('Content-Security-Policy', contentSecurityPolicy(nonce))
    reply.header('Cross-Origin-Opener-Policy', 'same-origin')
    return reply.type('text/html; charset=utf-8').send(pageText(nonce))
  })
  const startText = new PublishedText(SCRIPT_TYPE, START)
  app.get(start, OPEN, (request, reply) => startText.response(request, reply))
  const enter = readersGate()
  let loading: Promise<PublishedText> | undefined
  app.get(library, OPEN, async (request, reply) => {
    enter(reply)
    loading ??= loadLibrary(library).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return (await loading).response(request, reply)
  })
}

/** Lets in who is not one too many. @throws {Refusal} `temporarily_unavailable` */
function readersGate(): (reply: FastifyReply) => void {
  let readers = 0
  return (reply) => {
    if (readers >= READERS_MAX) {
      throw new Refusal('temporarily_unavailable', {
        detail: 'Too many read this reference just now: try again after a moment.',
        headers: { 'Retry-After': '1' },
      })
    }
    readers += 1
    reply.raw.once('close', () => {
      readers -= 1
    })
  }
}

/**
 * The page runs what comes from this origin, in files, and reaches nothing beyond it. Style
 * elements that its scripts make have the nonce. Style attributes are refused: of the library's own
 * only the width of an example's line numbers would be missed.
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

const CONFIGURATION = {
  url: '/openapi.json',
  pageTitle: TITLE,
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
  defaultOpenAllTags: true,
  showOperationId: true,
} as const

/**
 * Every style element that a script makes has the page's nonce: the library gives it to the first
 * of its four only.
 */
const START = `'use strict'
const { content: nonce } = document.querySelector('meta[property=csp-nonce]')
const { createElement } = document
document.createElement = (...names) => {
  const element = createElement.apply(document, names)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}
document.addEventListener('DOMContentLoaded', () => {
  Scalar.createApiReference('#app', ${JSON.stringify(CONFIGURATION, null, 2)})
})
`

/**
 * The library's script of four megabytes, which its plugin serves and nothing else gives away, out
 * of an app of its own: loading it takes 0.2 s, which every start would pay for what most services
 * are never asked for.
 */
async function loadLibrary(path: string): Promise<PublishedText> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: CONFIGURATION })
  const { payload, statusCode } = await app.inject({ url: path })
  await app.close()
  if (statusCode !== 200) throw new Error(`the script of /docs was answered ${statusCode}`)
  return new PublishedText(SCRIPT_TYPE, payload)
}
