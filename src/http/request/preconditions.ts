import type { FastifyRequest } from 'fastify'
import fresh from 'fresh'
import type { Violation } from '../../domain/errors.ts'
import { type IfMatch, versionOf } from '../../domain/versions.ts'

type Headers = FastifyRequest['headers']

/** The preconditions that an operation honours. All others are refused (Spec choice N83). */
interface Honoured {
  readonly ifMatch: boolean
  readonly ifNoneMatch: boolean
}

/** Ignoring a header would suggest a protection that does not exist. */
export function preconditionViolations(headers: Headers, honoured: Honoured): Violation[] {
  const ifMatch = headers['if-match']
  const ifNoneMatch = headers['if-none-match']
  if (ifMatch === undefined && ifNoneMatch === undefined) return []
  const violations: Violation[] = []
  if (ifMatch !== undefined && !honoured.ifMatch) violations.push(notHonoured('If-Match'))
  else if (ifMatch !== undefined && entityTags(ifMatch) === undefined) {
    const detail =
      'Send *, or ETags exactly as in the responses: in quotes and separated by commas.'
    violations.push({ pointer: '/If-Match', in: 'header', code: 'invalid_format', detail })
  }
  if (ifNoneMatch !== undefined && !honoured.ifNoneMatch)
    violations.push(notHonoured('If-None-Match'))
  return violations
}

function notHonoured(name: 'If-Match' | 'If-None-Match'): Violation {
  const where =
    name === 'If-Match'
      ? 'changes of records that have versions'
      : 'reads of one record with an ETag'
  const detail = `This operation has no ${name}, which is for ${where}: leave it out.`
  return { pointer: `/${name}`, in: 'header', code: 'invalid_format', detail }
}

/** Reads an `If-Match` without violations. */
export function readIfMatch(headers: Headers): IfMatch {
  const tags = entityTags(headers['if-match'] ?? '*')
  return tags === 'any' ? undefined : tags?.flatMap((tag) => versionOf(tag) ?? [])
}

/** Whether the client has the response already: `If-None-Match` names its ETag. */
export function isNotModified(
  headers: Headers,
  response: Readonly<Record<string, string>>,
): boolean {
  if (response.ETag === undefined) return false
  // Only this header: browsers add `Cache-Control: no-cache`, which is meant for caches.
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag: response.ETag })
}

/** One entity tag of a list (RFC 9110, 8.8.3), and the separator behind it. */
const ENTITY_TAG = /[ \t]*((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,|$)/y

/** The tags that a header lists; undefined if it is not a list of tags. */
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
