import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/errors.ts'
import { isNotModified } from '../request/preconditions.ts'

/** For each slow reader of a large asset, megabytes wait in the kernel's memory. */
const LARGE_BYTES = 2 ** 20
const READERS_OF_LARGE_MAX = 32

interface AssetOptions {
  /** `Cache-Control`; by default, caches store the asset and revalidate it each time. */
  readonly caching?: string
  /** False for what is compressed already, such as a font. */
  readonly isCompressed?: boolean
}

/**
 * A file or a large text that is the same for every client while the process lives. It has an
 * `ETag`, and is compressed once in each coding, at its first use.
 */
export class StaticAsset {
  readonly #type: string
  readonly #content: Buffer
  readonly #digest: string
  readonly #caching: string
  readonly #isCompressed: boolean
  /** Shared by all requests: a thousand slow readers must not hold a thousand copies. */
  readonly #compressed = new Map<Coding, Promise<Buffer>>()
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
    const coding = this.#isCompressed ? codingFor(request.headers['accept-encoding']) : undefined
    // Each coding has its own: different bytes need different strong tags (RFC 9110, 8.8.3).
    const ETag = `"${this.#digest}${coding === undefined ? '' : `-${coding}`}"`
    reply.headers({ ETag, Vary: 'Accept-Encoding', 'Cache-Control': this.#caching })
    if (isNotModified(request.headers, { ETag })) return reply.status(304).send()
    if (coding === undefined) return reply.type(this.#type).send(this.#content)
    reply.header('Content-Encoding', coding)
    return reply.type(this.#type).send(await this.#in(coding))
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

  #in(coding: Coding): Promise<Buffer> {
    const known = this.#compressed.get(coding)
    if (known !== undefined) return known
    const compressed = CODINGS[coding](this.#content).catch((error: unknown) => {
      // The next request tries again.
      this.#compressed.delete(coding)
      throw error
    })
    this.#compressed.set(coding, compressed)
    return compressed
  }
}

type Coding = 'br' | 'gzip'

/** The smaller one comes first. */
const CODINGS: Readonly<Record<Coding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
}

/** The first coding that an `Accept-Encoding` allows (RFC 9110, 12.5.3); none without one. */
export function codingFor(header = ''): Coding | undefined {
  const codings = header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
  const named = (name: string) => codings.find((coding) => coding.split(/[\s;]/, 1)[0] === name)
  return (Object.keys(CODINGS) as Coding[]).find((coding) => {
    const sent = named(coding) ?? named('*')
    return sent !== undefined && !/q=0(\.0*)?$/.test(sent)
  })
}
