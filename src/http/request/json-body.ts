import type { preParsingHookHandler } from 'fastify'
import { visit } from 'jsonc-parser'
import { Refusal } from '../../domain/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a request body strictly, so that no two readers can understand it differently. By itself
 * Node replaces invalid UTF-8 by U+FFFD, and `JSON.parse` keeps the last of two equal member names.
 * @throws {Refusal} `malformed_json`
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw emptyBody()
  const text = decoded(bytes)
  const value = parsed(text)
  // Spec choice N20. Each member has one colon outside strings, so a member that JSON.parse dropped
  // leaves one colon too many. The library that finds its name is slow and runs only then.
  if (countColons(text) !== countMembers(value)) throw duplicateMember(text)
  return value
}

/** Without this check a compressed body would be refused as invalid JSON. */
export const refuseEncodedBody: preParsingHookHandler = ({ headers }, _reply, payload, done) => {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() === 'identity') return done(null, payload)
  throw new Refusal('unsupported_media_type', {
    detail: 'Send the body as it is, without Content-Encoding.',
  })
}

/** @param takesCsv whether the operation takes a CSV file instead of JSON */
export function unsupportedMediaType(takesCsv: boolean): Refusal {
  const detail = takesCsv
    ? 'Send the file as CSV, with the header Content-Type: text/csv.'
    : 'Send the body as JSON, with the header Content-Type: application/json.'
  return new Refusal('unsupported_media_type', { detail })
}

export function bodyTooLarge(max: number): Refusal {
  const detail = `The body may have at most ${max} bytes: send less at once.`
  return new Refusal('body_too_large', { detail })
}

export function emptyBody(): Refusal {
  return new Refusal('malformed_json', { detail: 'The body is empty: send a JSON object.' })
}

function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new Refusal('malformed_json', {
      detail: 'The body is not valid UTF-8: encode it as UTF-8.',
      cause,
    })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    // V8's message quotes the body, which may hold personal data: only the position is safe.
    const position = /position (\d+)/.exec((cause as Error).message)?.[1]
    const where = position === undefined ? 'at its end' : `at character ${Number(position) + 1}`
    throw new Refusal('malformed_json', {
      detail: `The body is not valid JSON ${where}: correct it and send it again.`,
    })
  }
}

function countColons(text: string): number {
  let colons = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 0x22) inString = !inString
    else if (code === 0x5c) index += 1
    else if (code === 0x3a && !inString) colons += 1
  }
  return colons
}

/** Not recursive: a body can nest deeper than the call stack. */
function countMembers(root: unknown): number {
  let members = 0
  const open = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const children = Object.values(value)
    if (!Array.isArray(value)) members += children.length
    for (const child of children) if (typeof child === 'object') open.push(child)
  }
  return members
}

function duplicateMember(text: string): Refusal {
  const name = duplicateName(text)
  const which = name === undefined ? 'A member name' : `The member name ${JSON.stringify(name)}`
  return new Refusal('malformed_json', {
    detail: `${which} appears twice in one object: send each member once.`,
  })
}

function duplicateName(text: string): string | undefined {
  const scopes: Set<string>[] = []
  let found: string | undefined
  try {
    visit(text, {
      onObjectBegin: () => void scopes.push(new Set()),
      onObjectEnd: () => void scopes.pop(),
      onObjectProperty: (name) => {
        const scope = scopes.at(-1)
        if (scope?.has(name)) found ??= name
        scope?.add(name)
      },
    })
  } catch (error) {
    // Nested too deep for the visitor: the refusal goes without the name.
    if (!(error instanceof RangeError)) throw error
  }
  return found
}
