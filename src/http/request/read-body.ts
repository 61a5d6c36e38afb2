import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readCsvBody } from './csv-body.ts'
import { bodyTooLarge, parseJsonBody, unsupportedMediaType } from './json-body.ts'

type Done = (error: Error | null, body?: unknown) => void

/** The bodies that operations take. An import gets an iterable of the bytes of its file. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, _, done) => readJson(request, done))
  app.addContentTypeParser('text/csv', (request, _, done) => readCsv(request, done))
}

function readJson(request: FastifyRequest, done: Done): void {
  const { takesCsv, bodyIsOptional } = request.matched.config
  if (takesCsv === true) done(unsupportedMediaType(true))
  else {
    readWhole(request, done, (body) => {
      try {
        const isNone = body.length === 0 && bodyIsOptional === true
        done(null, isNone ? undefined : parseJsonBody(body))
      } catch (error) {
        done(error as Error)
      }
    })
  }
}

function readCsv(request: FastifyRequest, done: Done): void {
  const { raw, server, matched } = request
  const { takesCsv, readsCsv } = matched.config
  if (readsCsv !== undefined) {
    readWhole(request, done, (bytes) => {
      readCsvBody(bytes, readsCsv, request.query as Record<string, unknown>).then((read) => {
        request.csvFile = read.file
        done(null, read.body)
      }, done)
    })
  } else if (takesCsv !== true) done(unsupportedMediaType(false))
  else if (isTooLarge(request)) done(bodyTooLarge(matched.bodyLimit as number))
  else {
    server.connections.takesFile(raw)
    // From its end on, the connection may be silent until the response.
    raw.once('end', () => raw.socket.setTimeout(0))
    // A stream that is destroyed would take the connection along, before a refusal is sent.
    done(null, raw.iterator({ destroyOnReturn: false }))
  }
}

function isTooLarge({ headers, matched }: FastifyRequest): boolean {
  return Number(headers['content-length']) > (matched.bodyLimit as number)
}

/**
 * Reads a body into one piece of memory, which was counted before. Fastify keeps a list of what
 * comes: a body of one-byte chunks takes 200 bytes a chunk there. If the client hangs up before
 * the end, nothing more happens.
 */
function readWhole(request: FastifyRequest, done: Done, received: (body: Buffer) => void): void {
  const { raw, headers, matched } = request
  const max = matched.bodyLimit as number
  if (isTooLarge(request)) {
    done(bodyTooLarge(max))
    return
  }
  const body = Buffer.allocUnsafe(
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : max,
  )
  let length = 0
  const end = () => received(body.subarray(0, length))
  const add = (piece: Buffer) => {
    if (length + piece.length <= max) length += piece.copy(body, length)
    else {
      // The rest is still read, and not kept.
      raw.off('data', add).off('end', end)
      done(bodyTooLarge(max))
    }
  }
  raw.on('data', add).once('end', end)
}
