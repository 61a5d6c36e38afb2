import assert from 'node:assert/strict'
import { REFUSALS, type RefusalCode } from '../../src/errors.ts'
import type { ApiAnswer } from './api-client.ts'
import type { Records } from './records.ts'

/** What a refusal must say; `title`, `type` and `requestId` follow from it and from the answer. */
export interface ExpectedRefusal {
  readonly status: number
  readonly code: RefusalCode
  readonly detail: string
  readonly instance: string
  readonly errors?: readonly Record<string, unknown>[]
  /** As many as `errors` unless told otherwise. */
  readonly errorsTotal?: number
  /** Further members of the problem itself. */
  readonly facts?: Record<string, unknown>
}

/** Fails unless the answer is exactly this problem: status, content type and the whole body. */
export function assertRefused(answer: ApiAnswer, expected: ExpectedRefusal): void {
  const { status, code, detail, instance, facts, errors } = expected
  const listed =
    errors === undefined ? {} : { errors, errorsTotal: expected.errorsTotal ?? errors.length }
  const problem = {
    type: `urn:vault-inventory:problem:${code}`,
    title: REFUSALS[code].title,
    status,
    detail,
    instance,
    code,
    requestId: answer.headers.get('x-request-id'),
    ...facts,
    ...listed,
  }
  assert.deepEqual(answer.body, problem)
  assert.equal(answer.status, status)
  assert.equal(answer.headers.get('content-type'), 'application/problem+json')
}

/** Makes the request and fails if anything in the database changed by it. */
export async function withoutWriting<T>(records: Records, request: () => Promise<T>): Promise<T> {
  const before = await records.fingerprint()
  const answer = await request()
  assert.equal(await records.fingerprint(), before, 'a refused request wrote something')
  return answer
}
