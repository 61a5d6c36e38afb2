import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Target } from './targets.ts'

/** A site of links and forms, for scanners that know neither JSON nor tokens. */
export interface Doorway {
  readonly url: string
  close(): void
}

interface Way {
  readonly url: string
  readonly token: string
  readonly targets: readonly Target[]
  /** Responds to `/control?id=` as a service must not. */
  readonly control?: (id: string) => Promise<string>
}

/**
 * One page for each target, `/op/OPERATION`: its query is that of the operation, `id` is the value
 * in the path, and the fields of its form are the members of the body.
 */
export async function openDoorway(way: Way): Promise<Doorway> {
  const server = createServer((request, response) => {
    respond(request, response, way).catch((error) => response.writeHead(502).end(`${error}`))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { url, token, targets, control }: Way,
): Promise<void> {
  const asked = new URL(request.url as string, url)
  if (asked.pathname === '/control' && control !== undefined) {
    response.setHeader('content-type', 'text/html')
    response.end(await control(asked.searchParams.get('id') ?? ''))
    return
  }
  const target = targets.find(({ operationId }) => asked.pathname === `/op/${operationId}`)
  if (target === undefined) {
    response.statusCode = asked.pathname === '/' ? 200 : 404
    response.setHeader('content-type', 'text/html').end(page(targets, control !== undefined))
    return
  }
  const fields = [...new URLSearchParams(await text(request))]
  const id = asked.searchParams.get('id')
  if (id !== null) asked.searchParams.delete('id')
  const path = target.path.replace('{id}', () => encodeURIComponent(id ?? ''))
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  if (target.body !== undefined) headers['content-type'] = 'application/json'
  const responded = await fetch(`${url}${path}${asked.search}`, {
    method: target.method,
    headers,
    ...(target.body === undefined ? {} : { body: JSON.stringify(nested(fields)) }),
  })
  response.statusCode = responded.status
  response.setHeader('content-type', responded.headers.get('content-type') ?? '')
  response.end(await responded.text())
}

function page(targets: readonly Target[], hasControl: boolean): string {
  const control = hasControl ? '<a href="/control?id=x">control</a>' : ''
  return `<html><body>${control}${targets.map(linkOrForm).join('\n')}</body></html>`
}

function linkOrForm({ operationId, method, id, query, body }: Target): string {
  const search = new URLSearchParams({ ...(id === undefined ? {} : { id }), ...query })
  const action = `/op/${operationId}?${search}`.replaceAll('&', '&amp;')
  if (method === 'GET') return `<a href="${action}">${operationId}</a>`
  const inputs = flat(body ?? {}).map(
    ([name, value]) =>
      `<input type="text" name="${name}" value="${value.replaceAll('"', '&quot;')}">`,
  )
  return `<form method="post" action="${action}">${inputs.join('')}<input type="submit"></form>`
}

/** Members as fields of a form: `items.0.reason`. */
function flat(json: object, prefix = ''): [string, string][] {
  return Object.entries(json).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? flat(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, `${value}`]],
  )
}

/** Fields of a form as JSON again; an object with numeric names only is an array. */
function nested(fields: readonly (readonly [string, string])[]): unknown {
  const root: Record<string, unknown> = {}
  for (const [name, value] of fields) {
    const way = name.split('.')
    const last = way.pop() as string
    let holder = root
    for (const step of way) {
      holder[step] ??= {}
      holder = holder[step] as Record<string, unknown>
    }
    // Sent with their JSON types, as a client of the operation would; cents are text.
    const isPlain = /^(0|[1-9]\d{0,8}|true|false)$/.test(value) && !last.endsWith('Cents')
    holder[last] = isPlain ? JSON.parse(value) : value
  }
  return asArrays(root)
}

function asArrays(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json).map(([name, value]) => [name, asArrays(value)] as const)
  const isArray = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))
  return isArray ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
