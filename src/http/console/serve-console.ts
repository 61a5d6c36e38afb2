import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../../domain/errors.ts'
import { nothingHere } from '../transport/not-found.ts'
import { StaticAsset } from '../transport/static-asset.ts'

const FOLDER = '/console'
const PATHS = [FOLDER, `${FOLDER}/*`]

/** Where `npm run build:console` writes. */
const BUILT = fileURLToPath(new URL('../../../console/dist/', import.meta.url))

/** The page, and what it has for the nonce of a response. */
const PAGE = 'index.html'
const NONCE = '__CSP_NONCE__'
/** What it has for the base path, and how its build names the folder of the console. */
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

const PUBLIC = { logLevel: 'silent', config: { public: true } } as const

export interface ConsoleOptions {
  /** If false, the paths of the console are 404. */
  readonly isOn: boolean
  /** The folder of the built console, if not that of this package. */
  readonly folder?: string | undefined
}

/**
 * Serves the built console at `/console`. Its files are read once, when first requested, and
 * answered from memory: a path is looked up among their names and never reaches the file system.
 * Readers are not limited as those of the reference are: no file is much larger than
 * `/openapi.json`, which has no limit either.
 */
export function serveConsole(app: FastifyInstance, options: ConsoleOptions): void {
  const { isOn, folder = BUILT } = options
  let reading: Promise<BuiltConsole> | undefined
  const built = () => {
    // A console that is built later is found.
    reading ??= readConsole(folder, app.basePath).catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
  for (const path of PATHS) {
    app.get<{ Params: { '*'?: string } }>(path, PUBLIC, async (request, reply) => {
      if (!isOn) throw nothingHere()
      const { page, files } = await built()
      const name = request.params['*'] ?? ''
      const file = files.get(name)
      if (file !== undefined) return file.send(request, reply)
      if (name.startsWith(HASHED)) throw nothingHere()
      // The console's own router knows what the path shows.
      return sendPage(page, reply)
    })
  }
}

/** The page is not kept: a nonce is used once. */
function sendPage(page: string, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  reply.header('Content-Security-Policy', contentSecurityPolicy(nonce))
  reply.header('Cross-Origin-Opener-Policy', 'same-origin')
  return reply.type('text/html; charset=utf-8').send(page.replaceAll(NONCE, nonce))
}

/**
 * The page runs only scripts in files of this origin and sends requests to no other. Style elements
 * need the nonce, which the page gives to those of its component library.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

interface BuiltConsole {
  readonly page: string
  /** All other files, by their paths below `/console/`. */
  readonly files: ReadonlyMap<string, StaticAsset>
}

/** @throws {Refusal} `route_not_found` if the console is not built */
async function readConsole(folder: string, basePath: string): Promise<BuiltConsole> {
  const built = await readFile(join(folder, PAGE), 'utf8').catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? notBuilt() : error
  })
  const page = built.replaceAll(BASE_PATH, basePath).replace(OWN_FOLDER, `${basePath}${FOLDER}/`)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, StaticAsset>()
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).replaceAll(sep, '/')
    if (entry.isFile() && name !== PAGE) files.set(name, await readAsset(path, name))
  }
  return { page, files }
}

async function readAsset(path: string, name: string): Promise<StaticAsset> {
  const extension = extname(name)
  return new StaticAsset(TYPES[extension] ?? 'application/octet-stream', await readFile(path), {
    ...(name.startsWith(HASHED) && { kept: FOR_GOOD }),
    isCompressed: !COMPRESSED_ALREADY.includes(extension),
  })
}

function notBuilt(): Refusal {
  return new Refusal('route_not_found', {
    detail: 'The console is not built: run `npm run build:console`.',
  })
}
