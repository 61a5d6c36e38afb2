/** A request before it is bytes: generators make it, and hostile changes alter it. */
export interface Draft {
  operationId: string
  method: string
  /** The target of the request line. */
  target: string
  version: string
  headers: string[]
  body: Buffer | undefined
  /** The value of the body, while it is still JSON. */
  json: unknown
  /** The headers state the body's length themselves. */
  framed: boolean
  /** Nothing else can be sent on its connection. */
  alone: boolean
  /** It breaks the contract whatever the vault holds: anything but 4xx is wrong. */
  mustRefuse: boolean
  /** The changes made to it. */
  kind: string
}

export function setHeader(draft: Draft, name: string, value: string): void {
  removeHeader(draft, name)
  draft.headers.push(`${name}: ${value}`)
}

export function removeHeader(draft: Draft, name: string): void {
  const prefix = `${name.toLowerCase()}:`
  draft.headers = draft.headers.filter((line) => !line.toLowerCase().startsWith(prefix))
}

/** Sends this as the body, whatever it was. */
export function setBody(draft: Draft, body: string | Uint8Array): void {
  draft.body = Buffer.from(body as string)
}

export function setJson(draft: Draft, json: unknown): void {
  draft.json = json
  setBody(draft, JSON.stringify(json))
}

export function bytesOf(draft: Draft): Buffer {
  const { method, target, version, headers, body, framed } = draft
  const length = body === undefined || framed ? [] : [`Content-Length: ${body.length}`]
  const lines = [`${method} ${target} ${version}`, ...headers, ...length]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return body === undefined ? head : Buffer.concat([head, body])
}
