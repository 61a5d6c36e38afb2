import type { FastifyRequest } from 'fastify'
import fresh from 'fresh'
import type { Violation } from '../../domain/errors.ts'
import { type IfMatch, versionOf } from '../../domain/versions.ts'

type Headers = FastifyRequest['headers']

/** What is wrong with `If-Match`; it is for operations that change a record with versions alone. */
export function ifMatchViolations(headers: Headers, hasVersions: boolean): Violation[] {
  const header = headers['if-match']
  if (header === undefined) return []
  // To pass it over would let its sender believe in a protection that there is not.
  if (!hasVersions)
    return [violation('This operation changes nothing that has versions: leave it out.')]
  if (entityTags(header) !== undefined) return []
  return [
    violation('Send * or ETags as responses carry them, in their quotes and with commas between.'),
  ]
}

/** Reads an `If-Match` without violations. */
export function readIfMatch(headers: Headers): IfMatch {
  const tags = entityTags(headers['if-match'] ?? '*')
  return tags === 'any' ? undefined : tags?.flatMap((tag) => versionOf(tag) ?? [])
}

/** Whether the caller has the response already: it is of a version that `If-None-Match` names. */
export function isKnown(headers: Headers, response: Readonly<Record<string, string>>): boolean {
  // Of the request's headers no others: browsers add `Cache-Control: no-cache` by themselves, which
  // tells caches to ask us, and us nothing.
  const known = { 'if-none-match': headers['if-none-match'] }
  return response.ETag !== undefined && fresh(known, { etag: response.ETag })
}

/** One entity tag of a list (RFC 9110, 8.8.3), and what stands between it and the next. */
const ENTITY_TAG = /[ \t]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,|$)/y

/** The tags that a header lists; undefined where it is no such list. */
function entityTags(header: string): string[] | 'any' | undefined {
  if (header.trim() === '*') return 'any'
  const tags: string[] = []
  ENTITY_TAG.lastIndex = 0
  while (ENTITY_TAG.lastIndex < header.length || tags.length === 0) {
    const tag = ENTITY_TAG.exec(header)?.[1]
    if (tag === undefined) return undefined
    tags.push(tag)
  }
  return tags
}

function violation(detail: string): Violation {
  return { pointer: '/If-Match', in: 'header', code: 'invalid_format', detail }
}
