/** A response of a scripted `fetch`, or an error in place of one. */
export type Scripted = Response | Error | 'silence'

export interface Sent {
  readonly method: string
  readonly url: string
  readonly key: string | null
  readonly authorization: string | null
}

/** A `fetch` that gives these responses in turn, and notes what it was asked. */
export function scriptedFetch(...script: Scripted[]): { fetch: typeof fetch; sent: Sent[] } {
  const sent: Sent[] = []
  const fetching = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    sent.push({
      method: init.method ?? 'GET',
      url: String(url),
      key: headers.get('idempotency-key'),
      authorization: headers.get('authorization'),
    })
    const next = script.shift()
    if (next instanceof Response) return next
    if (next instanceof Error) throw next
    return await new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  }
  return { fetch: fetching as typeof fetch, sent }
}

export function success(data: object = {}, headers: Record<string, string> = {}): Response {
  return Response.json({ data }, { headers })
}

/** As the service refuses; `retry-after: 0` so that no test waits. */
export function problem(
  status: number,
  code: string,
  { detail = 'Why.', retryAfter = '0' }: { detail?: string; retryAfter?: string | null } = {},
): Response {
  const body = { type: `urn:${code}`, title: code, status, detail, instance: '/', code }
  const headers = { ...(retryAfter !== null && { 'retry-after': retryAfter }) }
  return Response.json({ ...body, requestId: 'r1' }, { status, headers })
}
