import type { Problem } from './generated/problems.ts'

/** Facts about a request that failed for good. */
export interface Failure {
  /**
   * Whether the service may have made the change nevertheless. Read the record before you send the
   * request again, or send it again with the same `idempotencyKey`.
   */
  readonly mayHaveChanged: boolean
  /** Undefined where the operation takes none. */
  readonly idempotencyKey: string | undefined
  /** The number of times that the request was sent. */
  readonly attempts: number
}

/** A call failed. It is one of the three below; an aborted call rejects with the signal's reason. */
export class VaultError extends Error implements Failure {
  override readonly name: string = 'VaultError'
  readonly mayHaveChanged: boolean
  readonly idempotencyKey: string | undefined
  readonly attempts: number

  constructor(message: string, failure: Failure, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.mayHaveChanged = failure.mayHaveChanged
    this.idempotencyKey = failure.idempotencyKey
    this.attempts = failure.attempts
  }
}

/** The service refused the request. `problem` is a union: `problem.code` says which members it has. */
export class ProblemError extends VaultError {
  override readonly name = 'ProblemError'
  readonly problem: Problem
  readonly headers: Headers

  constructor(problem: Problem, headers: Headers, failure: Failure) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`, failure)
    this.problem = problem
    this.headers = headers
  }
}

/** No response came: no connection, one that broke, a timeout, or no token. See `cause`. */
export class NoResponseError extends VaultError {
  override readonly name = 'NoResponseError'

  constructor(request: string, failure: Failure, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`No response to ${request}: ${why}`, failure, cause)
  }
}

/** The response is none of the service's: a proxy or another server sent it. */
export class UnexpectedResponseError extends VaultError {
  override readonly name = 'UnexpectedResponseError'
  readonly status: number
  readonly headers: Headers
  /** Its whole text. */
  readonly text: string

  constructor(response: { status: number; headers: Headers; text: string }, failure: Failure) {
    const { status, headers, text } = response
    super(`Status ${status}, but not from the vault inventory service: check the URL`, failure)
    this.status = status
    this.headers = headers
    this.text = text
  }
}
