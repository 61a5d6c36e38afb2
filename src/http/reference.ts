import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The page may run and style itself from this origin only, and reaches nothing beyond it. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
].join('; ')

/** Serves the API reference at `/docs`, all of it from this package: no CDN, no telemetry. */
export async function serveReference(app: FastifyInstance): Promise<void> {
  await app.register(async (room) => {
    room.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true }
    })
    room.addHook('onSend', async (_request, reply) => {
      reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    })
    // Every browser asks for it; without an answer it would be told to authenticate.
    room.get('/favicon.ico', { logLevel: 'silent' }, async (_request, reply) => {
      reply.status(204)
    })
    await room.register(scalar, {
      routePrefix: '/docs',
      logLevel: 'silent',
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
  })
}
