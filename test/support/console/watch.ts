import type { BrowserContext, Cookie, Page, Response } from 'playwright-core'

/** Acts that no page of the console may do, in any journey. */
export type Watch = ReturnType<typeof newWatch>

const TOKEN = /vis_\w{20,}/

/** Chromium's own words for a response that `Watch` judges by its status. */
const REFUSED = /^Failed to load resource: the server responded with a status of \d+/

/** Watches every page of the context. */
export async function watch(context: BrowserContext, origin: string): Promise<Watch> {
  const watching = newWatch(origin)
  await watching.also(context)
  return watching
}

function newWatch(origin: string) {
  const seen: string[] = []
  const contexts: BrowserContext[] = []
  // Each page asks whether somebody is signed in.
  const allowed = [{ status: 401, path: /^\/session\/bearer$/ }]
  const sites = new Set([origin])
  const allowedErrors: RegExp[] = []
  const isAllowed = (status: number, pathname: string) =>
    allowed.some((each) => each.status === status && each.path.test(pathname))
  const judge = (response: Response) => {
    const { pathname, origin: responder } = new URL(response.url())
    if (responder !== origin) return
    const status = response.status()
    if (status >= 400 && !isAllowed(status, pathname)) {
      seen.push(`${response.request().method()} ${pathname} was refused with ${status}`)
    }
  }
  /** Watches every page of another browser, too. */
  const also = async (context: BrowserContext) => {
    contexts.push(context)
    context.on('request', (request) => {
      const { protocol, origin: target, href, hash } = new URL(request.url())
      if (['http:', 'https:', 'ws:', 'wss:'].includes(protocol) && !sites.has(target)) {
        seen.push(`a request left the origin: ${href}`)
      }
      // A fragment stays in the browser.
      if (TOKEN.test(href.slice(0, href.length - hash.length))) seen.push(`a token is in ${href}`)
      const { referer = '' } = request.headers()
      if (TOKEN.test(referer)) seen.push(`a token is in a Referer: ${referer}`)
    })
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? ''
      // Reads of a page that was left are not waited for; a dry run only reads.
      const isRead =
        request.method() === 'GET' || /(\?validateOnly=true|\/session\/bearer)$/.test(request.url())
      if (isRead && why === 'net::ERR_ABORTED') return
      if (isAllowed(0, new URL(request.url()).pathname)) return
      seen.push(`${request.method()} ${request.url()} failed: ${why}`)
    })
    context.on('response', judge)
    context.on('console', (message) => {
      const text = message.text()
      if (!['error', 'warning'].includes(message.type())) return
      if ([REFUSED, ...allowedErrors].some((words) => words.test(text))) return
      const { url = '' } = message.location()
      if (text.includes('net::ERR_') && isAllowed(0, URL.parse(url)?.pathname ?? '')) return
      seen.push(`console ${message.type()}: ${text} (${url})`)
    })
    context.on('weberror', (error) => seen.push(`page error: ${error.error()}`))
    await context.exposeBinding('reportViolation', (_, what: string) => seen.push(what))
    await context.addInitScript(`
      document.addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event
        reportViolation('the policy forbids ' + effectiveDirective + ': ' + blockedURI
          + ' (' + sourceFile + ':' + lineNumber + ')')
      })`)
  }
  return {
    /** A refusal that the journey provokes, or with status 0 a response that it drops. */
    allow: (status: number, path: RegExp) => void allowed.push({ status, path }),
    /** An error that the journey provokes, by its words. */
    allowError: (words: RegExp) => void allowedErrors.push(words),
    /** Another site that the journey visits; no token may go there. */
    allowSite: (other: string) => void sites.add(other),
    also,
    /** Acts that happened and must not, and places of the token where it must not be. */
    problems: async (): Promise<string[]> => {
      const pages = contexts.flatMap((context) => context.pages())
      const leaks = await Promise.all(pages.map(leaksOf))
      const cookies = await Promise.all(contexts.map((context) => context.cookies()))
      const { hostname } = new URL(origin)
      const own = cookies.flat().filter(({ domain }) => domain === hostname)
      const others = own.filter((cookie) => !mayBeSet(cookie))
      return [...seen, ...leaks.flat(), ...others.map(({ name }) => `a cookie is set: ${name}`)]
    },
  }
}

/** The session, and that one signed out: a link of another site shall know it. */
const COOKIES = new Map<string, Cookie['sameSite']>([
  ['__Host-vault-session', 'Strict'],
  ['__Host-vault-signed-out', 'Lax'],
])

/** Whether it may be set: no script and no plain HTTP has it. */
function mayBeSet({ name, path, httpOnly, secure, sameSite }: Cookie): boolean {
  return httpOnly && secure && path === '/' && sameSite === COOKIES.get(name)
}

async function leaksOf(page: Page): Promise<string[]> {
  if (!page.url().startsWith('http')) return []
  const kept = (await page.evaluate(`(async () => ({
    localStorage: JSON.stringify(localStorage),
    sessionStorage: JSON.stringify(sessionStorage),
    databases: JSON.stringify(await indexedDB.databases()),
    caches: JSON.stringify(await globalThis.caches?.keys() ?? []),
    cookie: document.cookie,
    referrer: document.referrer,
    state: JSON.stringify(history.state),
  }))()`)) as Record<string, string>
  const places = { address: page.url(), ...kept }
  return Object.entries(places)
    .filter(([, text]) => TOKEN.test(text))
    .map(([place]) => `a token is in: ${place}`)
}
