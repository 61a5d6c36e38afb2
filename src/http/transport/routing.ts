import type { FastifyInstance, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { Refusal } from '../../domain/errors.ts'

/**
 * Refuses a wrong method of a known path with 405 and `Allow`, and any other path with 404, before
 * the body is read. Call it before the routes are added: it learns the paths from a hook.
 */
export function respondToUnknownRoutes(app: FastifyInstance): void {
  const known = findMyWay()
  const methods = new Set<findMyWay.HTTPMethod>()
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat() as findMyWay.HTTPMethod[]) {
      methods.add(method)
      known.on(method, route.url, () => undefined)
    }
  })
  const refuse = (request: FastifyRequest): never => {
    const path = request.url.split('?', 1)[0] as string
    const allowed = [...methods].filter((method) => known.find(method, path) !== null)
    throw unknownRoute(request.method, allowed)
  }
  app.setNotFoundHandler(refuse)
  // The handler by itself runs too late: a body over the limit would be refused with 413 first.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) refuse(request)
    done()
  })
}

export function nothingHere(): Refusal {
  return new Refusal('route_not_found', {
    detail: 'There is nothing at this path: /openapi.json lists all paths.',
  })
}

function unknownRoute(method: string, allowed: string[]): Refusal {
  if (allowed.length === 0) return nothingHere()
  const allow = allowed.sort().join(', ')
  return new Refusal('method_not_allowed', {
    detail: `This path accepts ${allow}, not ${method}.`,
    headers: { Allow: allow },
  })
}

/**
 * Rewrites URLs for the router. A proxy may pass the base path on, or take it away; health checks
 * come without it (Spec choice N183).
 */
export function urlRewriter(basePath: string): (url: string) => string {
  if (basePath === '') return routableUrl
  // The target of a request can have an absolute form (RFC 9112, 3.2.2).
  const based = new RegExp(`^(https?://[^/?]*)?${basePath.replaceAll('.', '\\.')}(?=[/?]|$)`)
  return (url) => {
    const target = url.replace(based, '$1')
    return routableUrl(
      target.startsWith('/') || /^https?:\/\//i.test(target) ? target : `/${target}`,
    )
  }
}

/**
 * Escapes each path segment with an invalid percent escape. The router would refuse such a URL
 * before credentials are checked; this way a malformed id gets the same response as an unknown one.
 */
function routableUrl(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  if (decodes(path)) return url
  const escaped = path
    .split('/')
    .map((segment) => (decodes(segment) ? segment : segment.replaceAll('%', '%25')))
    .join('/')
  return [escaped, ...query].join('?')
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
