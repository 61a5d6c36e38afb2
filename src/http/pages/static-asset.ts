import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/errors.ts'
import { isNotModified } from '../request/preconditions.ts'

/** For each slow reader of a large asset, megabytes wait in the kernel's memory. */
const LARGE_BYTES = 2 ** 20
const READERS_OF_LARGE_MAX = 32

export interface AssetOptions {
  /** `Cache-Control`; by default, caches store the asset and revalidate it each time. */
  readonly caching?: string
  /** False for what is compressed already, such as a font. */
  readonly isCompressed?: boolean
}

/**
 * A file or a large text that is the same for every client while the process lives. It has an
 * `ETag`, and is compressed once, at its first use: by gzip, which every client takes.
 */
export class StaticAsset {
  readonly #type: string
  readonly #content: Buffer
  readonly #digest: string
  readonly #caching: string
  readonly #isCompressed: boolean
  /** Shared by all requests: a thousand slow readers must not hold a thousand copies. */
  #compressed: Promise<Buffer> | undefined
  #readers = 0

  constructor(
    type: string,
    content: string | Buffer,
    { caching = 'public, no-cache', isCompressed = true }: AssetOptions = {},
  ) {
    this.#type = type
    this.#content = Buffer.from(content)
    this.#digest = hash('sha256', this.#content, 'base64url').slice(0, 22)
    this.#caching = caching
    this.#isCompressed = isCompressed
  }

  /** @throws {Refusal} `temporarily_unavailable` while too many clients read a large asset */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (this.#content.length >= LARGE_BYTES) this.#countReader(reply)
    const isGzip = this.#isCompressed && takesGzip(request.headers['accept-encoding'])
    // Each encoding has its own: different bytes need different strong tags (RFC 9110, 8.8.3).
    const ETag = isGzip ? `"${this.#digest}-gzip"` : `"${this.#digest}"`
    reply.headers({ ETag, Vary: 'Accept-Encoding', 'Cache-Control': this.#caching })
    if (isNotModified(request.headers, { ETag })) return reply.status(304).send()
    if (isGzip) reply.header('Content-Encoding', 'gzip')
    return reply.type(this.#type).send(isGzip ? await this.#gzip() : this.#content)
  }

  #countReader(reply: FastifyReply): void {
    if (this.#readers >= READERS_OF_LARGE_MAX) {
      throw new Refusal('temporarily_unavailable', {
        detail: 'Too many clients are loading this file: try again after a moment.',
      })
    }
    this.#readers += 1
    reply.raw.once('close', () => {
      this.#readers -= 1
    })
  }

  #gzip(): Promise<Buffer> {
    this.#compressed ??= promisify(gzip)(this.#content, { level: 9 }).catch((error: unknown) => {
      // The next request tries again.
      this.#compressed = undefined
      throw error
    })
    return this.#compressed
  }
}

/** Whether an `Accept-Encoding` allows gzip (RFC 9110, 12.5.3). */
export function takesGzip(header = ''): boolean {
  const codings = header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
  const named = (name: string) => codings.find((coding) => coding.split(/[\s;]/, 1)[0] === name)
  const sent = named('gzip') ?? named('*')
  return sent !== undefined && !/q=0(\.0*)?$/.test(sent)
}
