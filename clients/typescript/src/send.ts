import type { CallOptions, NotModified, Reply } from './calls.ts'
import { type Failure, NoResponseError, ProblemError, UnexpectedResponseError } from './errors.ts'
import type { Problem } from './generated/problems.ts'
import type { ClientOptions, VaultRequest } from './request.ts'

const RETRIES = 3
const FIRST_DELAY_MS = 250
/** A service that asks for more time than this gets no retry: the caller decides. */
const DELAY_MAX_MS = 60_000

/** Statuses after which a later attempt can succeed. */
const PASSING = [408, 429, 500, 502, 503, 504]
/** A 503 says so in its detail; without these words the change may have been made. */
const UNCHANGED = 'Nothing was changed'

type SendOptions = Pick<CallOptions, 'signal' | 'retries'>

/** Sends a request, and again where that is safe. @throws {VaultError}, or the signal's reason */
export async function send(
  client: ClientOptions,
  request: VaultRequest,
  options: SendOptions = {},
): Promise<Reply<unknown> | NotModified> {
  const { signal, retries = client.retries ?? RETRIES } = options
  let mayHaveChanged = false
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(client, request, { signal, attempts, mayHaveChanged })
    if (!(outcome instanceof Error)) return outcome
    mayHaveChanged = outcome.mayHaveChanged
    const delayMs = retryDelayOf(outcome, request)
    if (attempts > retries || delayMs === undefined || delayMs > DELAY_MAX_MS) throw outcome
    await pause(delayMs, signal)
  }
}

type Failed = ProblemError | NoResponseError | UnexpectedResponseError

interface Attempt {
  readonly signal: AbortSignal | undefined
  readonly attempts: number
  /** By an earlier attempt. */
  readonly mayHaveChanged: boolean
}

async function attempt(
  client: ClientOptions,
  request: VaultRequest,
  { signal, attempts, mayHaveChanged }: Attempt,
): Promise<Reply<unknown> | NotModified | Failed> {
  const { method, url, body, isRead, idempotencyKey, timeoutMs } = request
  const failure = { mayHaveChanged: !isRead, idempotencyKey, attempts }
  const unchanged = { ...failure, mayHaveChanged }
  signal?.throwIfAborted()
  const ends = new AbortController()
  const end = () => ends.abort(signal?.reason)
  const timer = setTimeout(() => ends.abort(new Error(`none within ${timeoutMs} ms`)), timeoutMs)
  signal?.addEventListener('abort', end, { once: true })
  let isSent = false
  try {
    const token = await tokenOf(client, ends.signal)
    isSent = true
    const response = await (client.fetch ?? fetch)(url, {
      method,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
      body: body ?? null,
      redirect: 'error',
      signal: ends.signal,
    })
    const { status, headers } = response
    const text = await response.text()
    return outcomeOf({ status, headers, text }, { failure, unchanged })
  } catch (error) {
    signal?.throwIfAborted()
    const cause = ends.signal.aborted ? ends.signal.reason : error
    if (isSent) return new NoResponseError(`${method} ${url}`, failure, cause)
    const notSent = { ...unchanged, attempts: attempts - 1 }
    return new NoResponseError(`${method} ${url}, which got no token`, notSent, cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

/** A function of the caller knows no signal. @throws its error, or the signal's reason */
function tokenOf({ token }: ClientOptions, signal: AbortSignal): string | Promise<string> {
  if (typeof token === 'string') return token
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    Promise.resolve(token()).then(resolve, reject)
  })
}

interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

function outcomeOf(
  received: Received,
  { failure, unchanged }: { readonly failure: Failure; readonly unchanged: Failure },
): Reply<unknown> | NotModified | Failed {
  const { status, headers, text } = received
  const facts = {
    headers,
    etag: headers.get('etag') ?? undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    isReplayed: headers.get('idempotent-replayed') === 'true',
  }
  if (status === 304) return { ...facts, status, data: undefined, body: undefined }
  const body = parsed(text)
  if (status < 300 && body !== undefined && 'data' in body) {
    return { ...facts, status, data: body.data, body } as Reply<unknown>
  }
  if (status < 400 || !isProblem(body)) return new UnexpectedResponseError(received, failure)
  const isUnchanged = status < 500 || body.detail.includes(UNCHANGED)
  return new ProblemError(body, headers, isUnchanged && !isInProgress(body) ? unchanged : failure)
}

function parsed(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}

function isProblem(body: object | undefined): body is Problem {
  return body !== undefined && 'code' in body && 'detail' in body && 'status' in body
}

/** Another request with the key is being decided. */
function isInProgress({ code }: Problem): boolean {
  return code === 'idempotency_in_progress'
}

/** Time until the next attempt; undefined where there must be none. */
function retryDelayOf(failed: Failed, request: VaultRequest): number | undefined {
  if (failed.mayHaveChanged && request.idempotencyKey === undefined) return undefined
  if (!(failed instanceof NoResponseError)) {
    const isPassing =
      failed instanceof ProblemError
        ? PASSING.includes(failed.problem.status) || isInProgress(failed.problem)
        : PASSING.includes(failed.status)
    if (!isPassing) return undefined
    const seconds = Number(failed.headers.get('retry-after') ?? Number.NaN)
    if (seconds >= 0) return seconds * 1_000
  }
  // Random, so that callers who failed together do not return together.
  return FIRST_DELAY_MS * 2 ** Math.max(failed.attempts - 1, 0) * (0.5 + Math.random())
}

/** @throws the signal's reason */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
