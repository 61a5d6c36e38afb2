import type { FastifyInstance } from 'fastify'
import type { SigningKeys } from './signing-keys.ts'

/** Other processes of the vault learn of a new key within a minute. */
const MAX_AGE_S = 60

/**
 * Publishes the keys that verify checkpoints, as a JWK set (RFC 7517); nobody needs a token. It is
 * no operation of an organization.
 */
export function serveVaultKeys(app: FastifyInstance, keys: SigningKeys): void {
  const options = { config: { public: true }, logLevel: 'silent' } as const
  app.get('/.well-known/vault-keys.json', options, async (_request, reply) => {
    const published = await keys.published()
    reply.header('Cache-Control', `public, max-age=${MAX_AGE_S}`)
    return { keys: published }
  })
}
