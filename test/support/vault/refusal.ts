import assert from 'node:assert/strict'
import { REFUSALS, type RefusalCode } from '../../../src/domain/errors.ts'
import type { ApiResponse } from './api-client.ts'
import type { Records } from './records.ts'

/** The expected refusal; `title`, `type` and `requestId` follow from it and from the response. */
export interface ExpectedRefusal {
  readonly status: number
  readonly code: RefusalCode
  /** By default that of the first of `errors`, and how many more there are. */
  readonly detail?: string
  readonly instance: string
  readonly errors?: readonly Record<string, unknown>[]
  /** By default the length of `errors`. */
  readonly errorsTotal?: number
  /** Further members of the problem itself. */
  readonly members?: Record<string, unknown>
}

/** Fails unless the response is exactly this problem: status, content type and the whole body. */
export function assertRefused(response: ApiResponse, expected: ExpectedRefusal): void {
  const { status, code, instance, members, errors } = expected
  const errorsTotal = expected.errorsTotal ?? errors?.length ?? 0
  const more = errorsTotal > 1 ? ` (and ${errorsTotal - 1} more: see errors)` : ''
  const detail = expected.detail ?? `${errors?.[0]?.detail}${more}`
  const listed = errors === undefined ? {} : { errors, errorsTotal }
  const problem = {
    type: `urn:vault-inventory:problem:${code}`,
    title: REFUSALS[code].title,
    status,
    detail,
    instance,
    code,
    requestId: response.headers.get('x-request-id'),
    ...members,
    ...listed,
  }
  assert.deepEqual(response.body, problem)
  assert.equal(response.status, status)
  assert.equal(response.headers.get('content-type'), 'application/problem+json')
}

/** The refusal of a condition of the contract; the sentences are left to the operations. */
export interface ExpectedCondition {
  readonly status: number
  readonly code: RefusalCode
  /** The headers among those that a condition may have; none of the others may be present. */
  readonly headers?: Record<string, string>
  /** Members of the problem beyond those that every problem has. */
  readonly members?: Record<string, unknown>
  /** Pointer, code and other members of each entry of `errors`. */
  readonly errors?: readonly [pointer: string, code: string, members?: object][]
}

const CONDITION_HEADERS = ['www-authenticate', 'allow', 'retry-after', 'location', 'link']

/** Fails unless the response is this problem and no more, but for the wording of its sentences. */
export function assertCondition(response: ApiResponse, expected: ExpectedCondition): void {
  const { errors, headers = {}, ...problem } = expected
  const { detail, instance, errors: found } = response.body
  const sentences: string[] = found?.map((entry: { detail: string }) => entry.detail) ?? []
  const listed = errors?.map(([pointer, code, more], index) => {
    return { pointer, code, ...more, detail: sentences[index] }
  })
  assertRefused(response, { ...problem, detail, instance, ...(listed && { errors: listed }) })
  for (const sentence of sentences) assert.match(sentence, /^\S.*\.$/s)
  assert.match(detail, /^\S.*[.)]$/s)
  assert.match(instance, /^\//)
  for (const name of CONDITION_HEADERS) {
    assert.equal(response.headers.get(name), headers[name] ?? null, name)
  }
}

/** Makes the request and fails if anything in the database changed by it. */
export async function withoutWriting<T>(records: Records, request: () => Promise<T>): Promise<T> {
  const before = await records.fingerprint()
  const response = await request()
  const isUnchanged = (await records.fingerprint()) === before
  const { status, text } = (response ?? {}) as Partial<ApiResponse>
  assert.ok(isUnchanged, `a refused request wrote something: ${status} ${text}`)
  return response
}

/** Pointer and code of each entry of `errors`, as `/pointer code`. */
export function faultsOf({ body }: ApiResponse): string[] {
  return body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)
}

/** Fails unless the request is refused with this status and code, and writes nothing; its body. */
export async function assertCode(
  records: Records,
  request: () => Promise<ApiResponse>,
  expected: readonly [status: number, code: RefusalCode],
): Promise<ApiResponse['body']> {
  const { status, body } = await withoutWriting(records, request)
  assert.deepEqual([status, body.code], expected)
  return body
}

/** Fails unless the request is refused with these faults, as `/pointer code`, and writes nothing. */
export async function assertFaults(
  records: Records,
  request: () => Promise<ApiResponse>,
  [status, ...faults]: readonly [status: number, ...faults: string[]],
): Promise<ApiResponse> {
  const response = await withoutWriting(records, request)
  assert.equal(response.status, status, response.text)
  assert.deepEqual(faultsOf(response), faults)
  return response
}
