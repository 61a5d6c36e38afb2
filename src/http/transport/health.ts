import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../domain/errors.ts'

/** Whether requests can be served right now, or why not. */
export type Readiness = () => Promise<'ready' | 'stopping' | 'database_unavailable'>

/**
 * `/health/live` fails if the process should be restarted, `/health/ready` if it should get no
 * requests. Neither needs a token.
 */
export function serveHealth(app: FastifyInstance, readiness: Readiness): void {
  const options = { config: { public: true }, logLevel: 'silent' } as const
  app.get('/health/live', options, async () => ({ status: 'live' }))
  app.get('/health/ready', options, async () => {
    const state = await readiness()
    if (state === 'ready') return { status: 'ready' }
    throw new Refusal('temporarily_unavailable', {
      detail:
        state === 'stopping'
          ? 'The service is stopping: use another replica.'
          : 'The database is not available: the service is ready again once the database is ' +
            'available.',
      members: { reason: state },
    })
  })
}
