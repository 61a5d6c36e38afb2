import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/errors.ts'
import { isNotModified } from '../request/preconditions.ts'

/** In order of preference, where a client accepts both equally. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number] | 'identity'

/** Higher qualities of Brotli take 3 to 60 times as long and save a few percent. */
const COMPRESS: Record<Encoding, (text: Buffer) => Promise<Buffer>> = {
  br: (text) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (text) => promisify(gzip)(text, { level: 9 }),
  identity: async (text) => text,
}

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
 * A file or a large text that is the same for every client while the process lives. It is
 * compressed once per encoding, at its first use, and has an `ETag`.
 */
export class StaticAsset {
  readonly #type: string
  readonly #content: Buffer
  readonly #digest: string
  readonly #caching: string
  readonly #isCompressed: boolean
  /** Shared by all requests: a thousand slow readers must not hold a thousand copies. */
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()
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
    const encoding = this.#isCompressed
      ? acceptedEncoding(request.headers['accept-encoding'])
      : 'identity'
    // Each encoding has its own: different bytes need different strong tags (RFC 9110, 8.8.3).
    const ETag = encoding === 'identity' ? `"${this.#digest}"` : `"${this.#digest}-${encoding}"`
    reply.headers({ ETag, Vary: 'Accept-Encoding', 'Cache-Control': this.#caching })
    if (isNotModified(request.headers, { ETag })) return reply.status(304).send()
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
    return reply.type(this.#type).send(await this.#in(encoding))
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

  #in(encoding: Encoding): Promise<Buffer> {
    let encoded = this.#encoded.get(encoding)
    if (encoded === undefined) {
      encoded = COMPRESS[encoding](this.#content)
      // The next request tries again.
      encoded.catch(() => this.#encoded.delete(encoding))
      this.#encoded.set(encoding, encoded)
    }
    return encoded
  }
}

/** The encoding that an `Accept-Encoding` prefers (RFC 9110, 12.5.3). */
export function acceptedEncoding(header = ''): Encoding {
  const weights = new Map(header.toLowerCase().split(',').map(weighted))
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  const [best] = ENCODINGS.toSorted((a, b) => weightOf(b) - weightOf(a)) as [Encoding]
  const isAccepted = weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0)
  return isAccepted ? best : 'identity'
}

function weighted(element: string): [name: string, weight: number] {
  const [, name = '', weight = '1'] = /^\s*([^\s;]+)\s*(?:;\s*q=([\d.]+)\s*)?$/.exec(element) ?? []
  return [name, Number(weight)]
}
