import Fastify, { type FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'

/** The page may run and style itself from this origin only, and reaches nothing beyond it. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'self'",
].join('; ')

/** What the library serves under the prefix: where to go, the page, its script. */
const PAGES = ['/docs', '/docs/', '/docs/js/scalar.js']

/** Three of the script's four megabytes wait in the kernel's memory for each that reads slowly. */
const READERS_MAX = 32

/** Serves the API reference at `/docs`, all of it from this package: no CDN, no telemetry. */
export async function serveReference(app: FastifyInstance): Promise<void> {
  await app.register(async (room) => {
    room.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true }
    })
    room.addHook('onSend', async (_request, reply) => {
      reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      reply.header('Cross-Origin-Opener-Policy', 'same-origin')
    })
    // Every browser asks for it; without an answer it would be told to authenticate.
    room.get('/favicon.ico', { logLevel: 'silent' }, async (_request, reply) => {
      reply.status(204)
    })
    let readers = 0
    let loading: Promise<Map<string, Page>> | undefined
    for (const url of PAGES) {
      room.get(url, { logLevel: 'silent' }, async (_request, reply) => {
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
        loading ??= loadPages()
        const { status, headers, payload } = (await loading).get(url) as Page
        return reply.status(status).headers(headers).send(payload)
      })
    }
  })
}

interface Page {
  readonly status: number
  readonly headers: Record<string, string>
  /** One for all who ask: a thousand of them who read slowly must not hold a thousand copies. */
  readonly payload: Buffer
}

/**
 * What the library answers, with its script of four megabytes, in an app of its own, since routes
 * cannot be added to one that serves: loading it takes 0.2 s, which every start would pay for what
 * most services are never asked for.
 */
async function loadPages(): Promise<Map<string, Page>> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify()
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Vault Inventory Service: API reference',
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
    },
  })
  const loaded = new Map<string, Page>()
  for (const url of PAGES) {
    const { statusCode: status, headers, rawPayload: payload } = await pages.inject({ url })
    const kept = ['content-type', 'location'].flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, `${value}`] as const]
    })
    loaded.set(url, { status, headers: Object.fromEntries(kept), payload })
  }
  await pages.close()
  return loaded
}
