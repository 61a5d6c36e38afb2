import assert from 'node:assert/strict'

/** The headers that a browser sends with a request of a page at this origin. */
export function pageHeaders(origin: string): Record<string, string> {
  return { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
}

export interface BrowserResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of bodies freely
  readonly body: any
}

/** A browser as the service sees it: it keeps the one cookie, and sends what pages send. */
export class TestBrowser {
  readonly #url: string
  cookie: string | undefined

  constructor(url: string) {
    this.#url = url
  }

  async send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<BrowserResponse> {
    const { 'content-type': type, ...page } = pageHeaders(this.#url)
    const response = await fetch(`${this.#url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...page,
        ...(body !== undefined && { 'content-type': type as string }),
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) this.cookie = /Max-Age=0(;|$)/.test(set) ? undefined : set.split(';')[0]
    const text = await response.text()
    const parsed = text === '' ? undefined : JSON.parse(text)
    return { status: response.status, headers: response.headers, body: parsed }
  }

  async signIn(token: string): Promise<BrowserResponse> {
    const response = await this.send('POST', '/session', { token })
    assert.equal(response.status, 204, JSON.stringify(response.body))
    return response
  }

  /** A bearer of its session. */
  async trade(active = true): Promise<string> {
    const { status, body } = await this.send('POST', '/session/bearer', { active })
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.token
  }
}
