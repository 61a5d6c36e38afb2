import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../domain/errors.ts'

/** Whether requests can be served right now; the reason where they cannot. */
export type Readiness = () => Promise<'ready' | 'stopping' | 'database_unavailable'>

/**
 * `/health/live`: the process answers; restart it where this fails. `/health/ready`: it can serve
 * requests; send it none where this fails. Both are for machines and need no token.
 */
export function serveHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/health/live', { config: { public: true }, logLevel: 'silent' }, async () => ({
    status: 'live',
  }))
  app.get('/health/ready', { config: { public: true }, logLevel: 'silent' }, async () => {
    const state = await readiness()
    if (state === 'ready') return { status: 'ready' }
    throw new Refusal('temporarily_unavailable', {
      detail:
        state === 'stopping'
          ? 'The service is stopping: use another replica.'
          : 'The database does not answer: the service is ready again as soon as it does.',
      headers: { 'Retry-After': '1' },
      members: { reason: state },
    })
  })
}
