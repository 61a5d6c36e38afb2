import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../../domain/errors.ts'
import { packagePath } from '../../runtime/package.ts'
import { nothingHere } from '../transport/routing.ts'
import { StaticAsset } from './static-asset.ts'

/** The page, and its place for the nonce of a response. */
const PAGE = 'index.html'
const NONCE = '__CSP_NONCE__'
/** Its place for the base path, and how it names its own folder. */
const BASE_PATH = '__BASE_PATH__'
const OWN_FOLDER = /(?<= (?:src|href)=")\.\//g

/** Vite puts a hash of the content into the names of files here: a changed file has a new name. */
const HASHED = 'assets/'
const FOR_GOOD = 'public, max-age=31536000, immutable'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}
const COMPRESSED_ALREADY = ['.png', '.woff2']

/** Options of a route that needs no token and writes no line in the log. */
export const PUBLIC = { logLevel: 'silent', config: { public: true } } as const

interface Site {
  /** Path of the page; its files are below. */
  readonly path: string
  readonly folder: string
  /** If false, all paths are 404. */
  readonly isOn: boolean
  /** The detail of the 404 while the folder has no page. */
  readonly notBuilt: string
  /** Directives beyond those of all pages; `'nonce'` stands for that of the response. */
  readonly policy: readonly string[]
  readonly pageHeaders: Readonly<Record<string, string>>
  readonly fileHeaders: Readonly<Record<string, string>>
  /** Whether a path that is no file shows the page, whose own router knows what it shows. */
  readonly hasRouter: boolean
}

/** `npm run build:console` writes there. */
const CONSOLE_FOLDER = packagePath('console/dist/')

interface ConsoleOptions {
  /** If false, the paths of the console are 404. */
  readonly isOn: boolean
  /** The folder of the built console, if not that of this package. */
  readonly folder?: string | undefined
}

/** Serves the built console at `/console`; a browser at the root is led there. */
export function serveConsole(
  app: FastifyInstance,
  { isOn, folder = CONSOLE_FOLDER }: ConsoleOptions,
) {
  serveSite(app, {
    path: '/console',
    folder,
    isOn,
    notBuilt: 'The console is not built: run `npm run build:console`.',
    policy: ["style-src 'self' 'nonce'", "font-src 'self'"],
    pageHeaders: { 'Cross-Origin-Opener-Policy': 'same-origin' },
    fileHeaders: {},
    hasRouter: true,
  })
  app.get('/', PUBLIC, (request, reply) => {
    if (!isOn || request.headers.accept?.includes('text/html') !== true) throw nothingHere()
    return reply.redirect(`${app.basePath}/console`)
  })
}

/** `npm run generate` copies the library of the page there (test/generate.ts). */
const REFERENCE_FOLDER = packagePath('reference/')

/**
 * Serves the API reference at `/docs`, all of it from this package: no CDN, no telemetry.
 *
 * The page shares the address of the console, and not its origin: `sandbox` gives it one of its
 * own, so its scripts, four megabytes from elsewhere, can read neither the token that the console
 * keeps in the tab's session storage nor any response but `/openapi.json`. Browsers refuse a
 * sandboxed page that has a `Cross-Origin-Opener-Policy`. Of its files, too, the page is another
 * origin.
 */
export function serveReference(app: FastifyInstance, isOn: boolean): void {
  // Every browser requests it; without this route the response would be 401.
  app.get('/favicon.ico', PUBLIC, async (_request, reply) => reply.status(204).send())
  serveSite(app, {
    path: '/docs',
    folder: REFERENCE_FOLDER,
    isOn,
    notBuilt: 'The reference is not there: run `npm run generate`.',
    policy: [
      "style-src 'nonce'",
      'sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox',
    ],
    pageHeaders: {},
    fileHeaders: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
    hasRouter: false,
  })
}

/**
 * Serves a page and its files. They are read once, when first requested, and sent from memory: a
 * path is looked up among their names and never reaches the file system.
 */
function serveSite(app: FastifyInstance, site: Site): void {
  const { path, isOn, fileHeaders, hasRouter } = site
  let reading: Promise<SiteFiles> | undefined
  const read = () => {
    // A page that is built later is found.
    reading ??= readSite(site, app.basePath).catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
  for (const url of [path, `${path}/*`]) {
    app.get<{ Params: { '*'?: string } }>(url, PUBLIC, async (request, reply) => {
      if (!isOn) throw nothingHere()
      const { page, files } = await read()
      const name = request.params['*'] ?? ''
      const file = files.get(name)
      if (file !== undefined) return file.send(request, reply.headers(fileHeaders))
      if (name.startsWith(HASHED) || !(hasRouter || name === '')) throw nothingHere()
      return sendPage(page, site, reply)
    })
  }
}

/** The page is not cached: a nonce is used once. */
function sendPage(page: string, { policy, pageHeaders }: Site, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const directives = [...POLICY, ...policy].join('; ').replace("'nonce'", `'nonce-${nonce}'`)
  reply.headers({ 'Content-Security-Policy': directives, ...pageHeaders })
  return reply.type('text/html; charset=utf-8').send(page.replaceAll(NONCE, nonce))
}

/**
 * A page runs only scripts in files of its address and sends requests to no other. Style elements
 * need the nonce; style attributes are refused.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

interface SiteFiles {
  readonly page: string
  /** All other files, by their paths below that of the page. */
  readonly files: ReadonlyMap<string, StaticAsset>
}

/** @throws {Refusal} `route_not_found` if the folder has no page */
async function readSite({ folder, path, notBuilt }: Site, basePath: string): Promise<SiteFiles> {
  const built = await readFile(join(folder, PAGE), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Refusal('route_not_found', { detail: notBuilt })
  })
  const page = built.replaceAll(BASE_PATH, basePath).replace(OWN_FOLDER, `${basePath}${path}/`)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, StaticAsset>()
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    const name = relative(folder, file).replaceAll(sep, '/')
    if (entry.isFile() && name !== PAGE) files.set(name, await readAsset(file, name))
  }
  return { page, files }
}

async function readAsset(path: string, name: string): Promise<StaticAsset> {
  const extension = extname(name)
  return new StaticAsset(TYPES[extension] ?? 'application/octet-stream', await readFile(path), {
    ...(name.startsWith(HASHED) && { caching: FOR_GOOD }),
    isCompressed: !COMPRESSED_ALREADY.includes(extension),
  })
}
