import type { FastifyInstance } from 'fastify'
import findMyWay from 'find-my-way'
import { Refusal } from '../errors.ts'

/**
 * Answers a known path with a wrong method 405 and `Allow`, and every other path 404. Register it
 * before the routes: it learns the paths as they are added.
 */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const known = findMyWay()
  const methods = new Set<findMyWay.HTTPMethod>()
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat() as findMyWay.HTTPMethod[]) {
      methods.add(method)
      known.on(method, route.url, () => undefined)
    }
  })
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0] as string
    const allowed = [...methods].filter((method) => known.find(method, path) !== null)
    if (allowed.length === 0) {
      throw new Refusal('route_not_found', {
        detail: 'There is nothing at this path: /docs lists what there is.',
      })
    }
    const allow = allowed.sort().join(', ')
    throw new Refusal('method_not_allowed', {
      detail: `This path takes ${allow}, not ${request.method}.`,
      headers: { Allow: allow },
    })
  })
}
