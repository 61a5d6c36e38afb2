import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from '../request/preconditions.ts'

/** Of two that a client likes as much, the first is taken. */
const CODINGS = ['br', 'gzip'] as const
type Coding = (typeof CODINGS)[number] | 'identity'

/** In Node's own threads. Brotli's better qualities take 3 to 60 times as long, for a few percent. */
const COMPRESS: Record<Coding, (text: Buffer) => Promise<Buffer>> = {
  br: (text) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (text) => promisify(gzip)(text, { level: 9 }),
  identity: async (text) => text,
}

/**
 * A large text that is the same for everybody for as long as the process lives. It is compressed
 * once for each coding, when that is first asked for; a client that has it is told so.
 */
export class PublishedText {
  readonly #type: string
  readonly #text: Buffer
  readonly #digest: string
  /** One for all who ask: a thousand who read slowly must not hold a thousand copies. */
  readonly #coded = new Map<Coding, Promise<Buffer>>()

  constructor(type: string, text: string) {
    this.#type = type
    this.#text = Buffer.from(text)
    this.#digest = createHash('sha256').update(this.#text).digest('base64url').slice(0, 22)
  }

  async response(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const coding = acceptedCoding(request.headers['accept-encoding'])
    // Of each coding its own: other bytes must not have the same strong tag (RFC 9110, 8.8.3).
    const ETag = coding === 'identity' ? `"${this.#digest}"` : `"${this.#digest}-${coding}"`
    reply.headers({ ETag, Vary: 'Accept-Encoding', 'Cache-Control': 'public, no-cache' })
    if (isKnown(request.headers, { ETag })) return reply.status(304).send()
    if (coding !== 'identity') reply.header('Content-Encoding', coding)
    return reply.type(this.#type).send(await this.#in(coding))
  }

  #in(coding: Coding): Promise<Buffer> {
    let coded = this.#coded.get(coding)
    if (coded === undefined) {
      coded = COMPRESS[coding](this.#text)
      // What failed once is tried again.
      coded.catch(() => this.#coded.delete(coding))
      this.#coded.set(coding, coded)
    }
    return coded
  }
}

/** What a client likes best of what we have, by its `Accept-Encoding` (RFC 9110, 12.5.3). */
export function acceptedCoding(header = ''): Coding {
  const weights = new Map(header.toLowerCase().split(',').map(weighted))
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = CODINGS.toSorted((a, b) => weightOf(b) - weightOf(a))
  const isTaken = weightOf(best as Coding) > 0
  return isTaken && weightOf(best as Coding) >= (weights.get('identity') ?? 0)
    ? (best as Coding)
    : 'identity'
}

function weighted(element: string): [name: string, weight: number] {
  const [, name = '', weight = '1'] = /^\s*([^\s;]+)\s*(?:;\s*q=([\d.]+)\s*)?$/.exec(element) ?? []
  return [name, Number(weight)]
}
