/** The address and the token that requests are sent with. */
export interface ServiceAccess {
  /** Without a slash at its end. */
  readonly url: string
  readonly token: string
}

export interface ServiceRequest {
  readonly method: string
  readonly path: string
  readonly query?: URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ServiceResponse {
  readonly status: number
  readonly text: string
  /** Undefined where the response is no JSON object, such as that of a proxy. */
  readonly body: Record<string, unknown> | undefined
  readonly retryAfter: string | null
  /** The query of the next page of a list. */
  readonly next: URLSearchParams | undefined
}

/** Clients of the protocol give a call up after 60 s: until then they want a result. */
const TIMEOUT_MS = 45_000

/** The vault inventory service over HTTP. */
export class VaultService {
  readonly #access: ServiceAccess

  constructor(access: ServiceAccess) {
    this.#access = access
  }

  /** @throws {Error} with a sentence if there is no response */
  async send(request: ServiceRequest, signal: AbortSignal): Promise<ServiceResponse> {
    const { method, path, query = new URLSearchParams(), headers, body } = request
    const { url, token } = this.#access
    const address = `${url}${path}${query.size > 0 ? `?${query}` : ''}`
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    try {
      const response = await fetch(address, {
        method,
        headers: { ...headers, Authorization: `Bearer ${token}` },
        ...(body !== undefined && { body }),
        // The token is for this address alone.
        redirect: 'error',
        signal: AbortSignal.any([signal, timeout]),
      })
      const text = await response.text()
      return {
        status: response.status,
        text,
        body: objectOf(text),
        retryAfter: response.headers.get('retry-after'),
        next: nextOf(response.headers.get('link'), address),
      }
    } catch (error) {
      const why = timeout.aborted ? `no response within ${TIMEOUT_MS / 1_000} s` : causeOf(error)
      throw new Error(`The vault at ${url} cannot be reached: ${why}.`)
    }
  }

  /** @throws {Error} with a sentence if the response is not a success */
  async read(path: string, signal: AbortSignal): Promise<Record<string, unknown>> {
    const response = await this.send({ method: 'GET', path }, signal)
    if (response.status === 200 && response.body !== undefined) return response.body
    throw new Error(`The vault at ${this.#access.url} refuses ${path}: ${problemText(response)}`)
  }
}

/** A refusal in words: its code, what to do, and each violation. */
export function problemText({ status, body, retryAfter }: ServiceResponse): string {
  const {
    code,
    detail,
    errors = [],
  } = (body ?? {}) as {
    readonly code?: string
    readonly detail?: string
    readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
  }
  if (detail === undefined) return `The response has status ${status}, and is not the vault's.`
  const violations = errors.map(({ pointer, detail: what }) => `\n- ${pointer}: ${what}`)
  const again = retryAfter === null ? '' : ` Try again after ${retryAfter} seconds.`
  return `${status} ${code}: ${detail}${again}${violations.join('')}`
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    // A proxy answered in its own way.
  }
  return undefined
}

/** The query of `rel="next"` in a `Link` header of the service, whose targets hold no comma or `>`. */
function nextOf(link: string | null, address: string): URLSearchParams | undefined {
  const target = /<([^>]*)>; rel="next"/.exec(link ?? '')?.[1]
  return target === undefined ? undefined : new URL(target, address).searchParams
}

/** The innermost cause: `fetch failed` helps nobody. */
function causeOf(error: unknown): string {
  const { cause, message, code } = error as Error & { readonly code?: string }
  return cause instanceof Error ? causeOf(cause) : message || String(code)
}
