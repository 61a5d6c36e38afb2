import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../domain/errors.ts'

/** Whether requests can be served right now, or why not. */
export type Readiness = () => Promise<'ready' | keyof typeof WHY_NOT>

const WHY_NOT = {
  stopping: 'The service is stopping: use another replica.',
  database_unavailable:
    'The database is not available: the service is ready again once the database is available.',
  database_not_writable:
    'The database makes no changes, because its disk is full or it is read-only: the service is ' +
    'ready again once it does. Reads are still served.',
}

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
      detail: WHY_NOT[state],
      members: { reason: state },
    })
  })
}
