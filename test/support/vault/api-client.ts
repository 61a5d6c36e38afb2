import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { assertDocumented } from '../contract/openapi-check.ts'

export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of bodies freely
  readonly body: any
  readonly text: string
}

export interface ApiRequest {
  readonly token?: string
  readonly headers?: Record<string, string>
  /** Sent as JSON; a text to `/v1/imports` as a CSV file. */
  readonly body?: unknown
  /** Sent as it is, with the content type of `headers`. */
  readonly rawBody?: string | Uint8Array
}

/** An HTTP client of the service that checks each response against the OpenAPI document. */
export class ApiClient {
  readonly #url: string
  readonly #app: FastifyInstance

  constructor(url: string, app: FastifyInstance) {
    this.#url = url
    this.#app = app
  }

  get(path: string, request: ApiRequest = {}): Promise<ApiResponse> {
    return this.request('GET', path, request)
  }

  post(path: string, request: ApiRequest = {}): Promise<ApiResponse> {
    return this.request('POST', path, request)
  }

  patch(path: string, request: ApiRequest = {}): Promise<ApiResponse> {
    return this.request('PATCH', path, request)
  }

  async request(method: string, path: string, request: ApiRequest = {}): Promise<ApiResponse> {
    const { token, body, headers = {} } = request
    const isCsv = typeof body === 'string' && path.startsWith('/v1/imports')
    const rawBody = request.rawBody ?? (isCsv ? body : undefined)
    const type = isCsv ? 'text/csv' : 'application/json'
    const fetched = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(body === undefined || isCsv ? {} : { body: JSON.stringify(body) }),
      ...(rawBody === undefined ? {} : { body: rawBody as string }),
    })
    const text = await fetched.text()
    const response = {
      status: fetched.status,
      headers: fetched.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
    assert.match(response.headers.get('x-request-id') ?? '', /^[A-Za-z0-9._-]{1,128}$/)
    assertDocumented(this.#app.operations, { method, path, ...response })
    return response
  }
}
