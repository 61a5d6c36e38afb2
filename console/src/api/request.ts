import { BASE_PATH } from './base-path.ts'
import type { Operations, Problem } from './schema.ts'

/** An operation of the service by its method and path, such as `GET /v1/transfers/{id}`. */
export type Operation = keyof Operations

export type PathOf<O extends Operation> = Operations[O]['path']
export type QueryOf<O extends Operation> = Operations[O]['query']
export type BodyOf<O extends Operation> = Operations[O] extends { body: infer Body } ? Body : never
export type ResponseOf<O extends Operation> = Operations[O] extends { response: infer R } ? R : null

export interface Args<O extends Operation> {
  readonly path?: PathOf<O>
  readonly query?: QueryOf<O>
  readonly body?: BodyOf<O>
  /** A CSV file, in place of a body. Its response has no time limit. */
  readonly file?: Blob
  /** The version that the change is for, from `ApiResponse.etag`. */
  readonly ifMatch?: string | undefined
  /** A POST that is sent again with the same key makes its change once. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** A token to use instead of the one that is signed in. A refusal then ends no session. */
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

/** Whether the record changed since the version that `ifMatch` named. */
export function isVersionConflict(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.problem.code === 'version_conflict'
}

/** Whether a change may have been made in spite of its error. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return false
  const { status } = error.problem
  return status === 0 || status >= 500
}

/** The source of the token, and the reaction when the service no longer accepts it. */
export interface Credentials {
  readonly token: () => string | undefined
  readonly refused: (problem: Problem) => void
}

let credentials: Credentials = { token: () => undefined, refused: () => undefined }

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
  const { path, query, body, file, ifMatch, idempotencyKey, signal } = args
  const [method, template] = operation.split(' ') as [string, string]
  const url = urlOf(template, path ?? {}, query ?? {})
  const token = args.token ?? credentials.token()
  const headers = new Headers({ Accept: 'application/json' })
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (file !== undefined) headers.set('Content-Type', 'text/csv')
  if (ifMatch !== undefined) headers.set('If-Match', ifMatch)
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
  const isLimited = method !== 'GET' && file === undefined
  const limit = isLimited ? AbortSignal.timeout(CHANGE_MS) : undefined
  const signals = [signal, limit].filter((each) => each !== undefined)
  const init = {
    cache: 'no-store' as const,
    redirect: 'error' as const,
    credentials: 'omit' as const,
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file !== undefined && { body: file }),
    ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
  }
  const { response, text } = await whole(url, init).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw unreachable(template, limit?.aborted === true)
  })
  const isOurs = text === '' || /json/.test(response.headers.get('content-type') ?? '')
  if (!response.ok || !isOurs) {
    const problem = readProblem(text, response, template)
    if (response.status === 401 && args.token === undefined) credentials.refused(problem)
    throw new ProblemError(problem)
  }
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    etag: response.headers.get('etag') ?? undefined,
    links: readLinks(response.headers.get('link') ?? ''),
  }
}

/** Reads the response to its end: a truncated one counts as none. */
async function whole(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  return { response, text: await response.text() }
}

function urlOf(template: string, path: object, query: object): string {
  const values = path as Record<string, string>
  const filled = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return `${BASE_PATH}${filled}${search.size > 0 ? `?${search}` : ''}`
}

function readLinks(header: string): Record<string, URLSearchParams> {
  const links: Record<string, URLSearchParams> = {}
  for (const [, target = '', rel = ''] of header.matchAll(/<([^>]*)>;\s*rel="([^"]*)"/g)) {
    links[rel] = new URL(target, location.origin).searchParams
  }
  return links
}

function readProblem(text: string, { status, headers }: Response, instance: string): Problem {
  try {
    const problem = JSON.parse(text)
    if (typeof problem.code === 'string') return problem
  } catch {
    // Not JSON: it came from a proxy.
  }
  return {
    type: 'about:blank',
    title: `Unexpected response with status ${status}`,
    status,
    instance,
    detail: 'The response came from a proxy or another server, not from the service. Try again.',
    code: 'internal_error',
    requestId: headers.get('x-request-id') ?? '',
  }
}

/** A problem that the console itself finds. */
export function localProblem(
  problem: Pick<Problem, 'title' | 'detail' | 'status' | 'code'>,
  instance = '',
): ProblemError {
  return new ProblemError({ type: 'about:blank', instance, requestId: '', ...problem })
}

function unreachable(instance: string, isLate: boolean): ProblemError {
  return localProblem(
    {
      title: 'No response',
      detail: isLate
        ? 'The service did not respond within a minute. You can safely try again: it will not be done twice.'
        : 'The service cannot be reached. Check your connection, then try again.',
      status: 0,
      code: 'temporarily_unavailable',
    },
    instance,
  )
}
