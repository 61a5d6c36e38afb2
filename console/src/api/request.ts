import { keepNames } from '../display/names.ts'
import { stringifySearch } from '../search-params.ts'
import { BASE_PATH } from './base-path.ts'
import type { IncludedNames, Operations, Problem } from './schema.ts'

/** An operation of the service by its method and path, such as `GET /v1/transfers/{id}`. */
export type Operation = keyof Operations

export type QueryOf<O extends Operation> = Operations[O]['query']
export type ResponseOf<O extends Operation> = Operations[O] extends { response: infer R } ? R : null

export interface Args<O extends Operation> {
  readonly path?: Operations[O]['path']
  readonly query?: QueryOf<O>
  readonly body?: Operations[O] extends { body: infer Body } ? Body : never
  /** A CSV file, in place of a body. Its response has no time limit. */
  readonly file?: Blob
  /** The version that the change is for, from `ApiResponse.etag`. */
  readonly ifMatch?: string | undefined
  /** A POST that is sent again with the same key makes its change once. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** A token to use in place of the session's bearer. A refusal then ends no session. */
  readonly token?: string
}

export interface ApiResponse<O extends Operation> {
  readonly status: number
  readonly body: ResponseOf<O>
  /** The version of the record, for `ifMatch`. */
  readonly etag: string | undefined
  /** Links to other pages of a list: their queries by `rel`, from the `Link` header. */
  readonly links: Readonly<Record<string, URLSearchParams>>
}

/** A request was refused, or got no response. */
export class ProblemError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

const codeOf = (error: unknown) => (error instanceof ProblemError ? error.problem.code : undefined)

/** Whether the record changed since the version that `ifMatch` named. */
export function isVersionConflict(error: unknown): boolean {
  return codeOf(error) === 'version_conflict'
}

/** Whether a change may have been made in spite of its error. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ProblemError && (error.problem.status || 500) >= 500
}

/** The source of the bearer that requests are sent with. */
export interface Credentials {
  /** @throws {ProblemError} if nobody is signed in any more, or somebody else */
  readonly bearer: () => Promise<string | undefined>
  /** Another bearer in place of one that the service refused. @throws {ProblemError} as above */
  readonly renewed: (refused: string) => Promise<string>
}

let credentials: Credentials = {
  bearer: async () => undefined,
  renewed: () => Promise.reject(new Error('nobody is signed in')),
}

export function setCredentials(next: Credentials): void {
  credentials = next
}

/** The time limit for the response to a change: dialogs wait for it. */
const CHANGE_MS = 60_000

/**
 * Sends a request to the service that served this page.
 * @throws {ProblemError} if it was refused, or got no response (status 0), a change within a minute
 */
export async function request<O extends Operation>(
  operation: O,
  args: Args<O> = {},
): Promise<ApiResponse<O>> {
  const { path = {}, query = {}, body, file, ifMatch, idempotencyKey, signal = null } = args
  const [method = '', template = ''] = operation.split(' ')
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((path as Readonly<Record<string, string>>)[name] ?? ''),
  )
  const type = file === undefined ? body && 'application/json' : 'text/csv'
  const sent = file ?? (body === undefined ? null : JSON.stringify(body))
  const sendAs = (token: string | undefined) => {
    const headers = Object.entries({
      Accept: 'application/json',
      Authorization: token && `Bearer ${token}`,
      'Content-Type': type,
      'If-Match': ifMatch,
      'Idempotency-Key': idempotencyKey,
    }).filter((each): each is [string, string] => each[1] !== undefined)
    const init: RequestInit = { credentials: 'omit', method, headers, body: sent, signal }
    return send(`${filled}${stringifySearch(query)}`, init, method !== 'GET' && file === undefined)
  }
  const token = args.token ?? (await credentials.bearer())
  const { response, body: received } = await sendAs(token).catch(async (error: unknown) => {
    // It did nothing. The computer may have slept past the bearer's end, by no clock of the page.
    const isEnded = codeOf(error) === 'invalid_token' && args.token === undefined
    if (!isEnded || token === undefined) throw error
    return await sendAs(await credentials.renewed(token))
  })
  keepNames((received as { readonly included?: IncludedNames } | null)?.included)
  return {
    status: response.status,
    body: received as ResponseOf<O>,
    etag: response.headers.get('etag') ?? undefined,
    links: readLinks(response.headers.get('link') ?? ''),
  }
}

/** Sends the browser's own cookie, which no operation takes, to a path of the service. */
export async function sendCookie<Received = unknown>(
  method: string,
  path: string,
  body?: object,
): Promise<Received> {
  const headers = { ...(body && { 'Content-Type': 'application/json' }) }
  const sent = body ? JSON.stringify(body) : null
  const init: RequestInit = { credentials: 'same-origin', method, headers, body: sent }
  return (await send(path, init, true)).body as Received
}

/** @throws {ProblemError} */
async function send(path: string, init: RequestInit, isLimited: boolean) {
  const limit = isLimited ? AbortSignal.timeout(CHANGE_MS) : undefined
  const signals = [init.signal, limit].filter((each) => !!each)
  const always = { cache: 'no-store', redirect: 'error', signal: AbortSignal.any(signals) } as const
  // The response is read to its end: a truncated one counts as none.
  const read = async (response: Response) => ({ response, text: await response.text() })
  const { response, text } = await fetch(`${BASE_PATH}${path}`, { ...init, ...always })
    .then(read)
    .catch((error: unknown) => {
      throw init.signal?.aborted ? error : unreachable(limit?.aborted === true)
    })
  const isOurs = text === '' || /json/.test(response.headers.get('content-type') ?? '')
  if (!response.ok || !isOurs) throw refusalOf(text, response)
  return { response, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

function readLinks(header: string): Record<string, URLSearchParams> {
  const found = [...header.matchAll(/<([^>]*)>;\s*rel="([^"]*)"/g)]
  return Object.fromEntries(
    found.map(([, target = '', rel]) => [rel, new URL(target, location.origin).searchParams]),
  )
}

function refusalOf(text: string, { status, headers }: Response): ProblemError {
  try {
    const problem = JSON.parse(text)
    if (typeof problem.code === 'string') return new ProblemError(problem)
  } catch {
    // Not JSON: it came from a proxy.
  }
  return localProblem({
    title: `Unexpected response with status ${status}`,
    detail: 'The response came from a proxy or another server, not from the service. Try again.',
    status,
    code: 'internal_error',
    requestId: headers.get('x-request-id') ?? '',
  })
}

type Local = Pick<Problem, 'title' | 'detail' | 'status' | 'code'> & Partial<Problem>

/** A problem that the console itself finds. */
export function localProblem(problem: Local): ProblemError {
  return new ProblemError({ type: 'about:blank', instance: '', requestId: '', ...problem })
}

function unreachable(isLate: boolean): ProblemError {
  const detail = isLate
    ? 'The service did not respond within a minute. You can safely try again: it will not be done twice.'
    : 'The service cannot be reached. Check your connection, then try again.'
  return localProblem({ title: 'No response', detail, status: 0, code: 'temporarily_unavailable' })
}
