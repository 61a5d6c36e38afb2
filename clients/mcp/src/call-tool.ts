import { randomUUID } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { problemText, type ServiceRequest, type VaultService } from './vault-service.ts'
import { DRY_RUN, KEY, PAGE_SIZE_MAX, type VaultTool } from './vault-tools.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** A response that is longer would fill the context of the model. */
const RESPONSE_LENGTH_MAX = 100_000

/** Sends the request of a call. A refusal is a result, too: the model can mend the call. */
export async function callTool(
  service: VaultService,
  tool: VaultTool,
  given: Arguments,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const violations = violationsOf(tool, given)
  if (violations.length > 0) return failed(violations.join('\n'))
  const isChange = tool.kind === 'change' && `${given[DRY_RUN]}` !== 'true'
  const takesKey = isChange && tool.parameters.some(({ name }) => name === KEY)
  const key = takesKey ? `${given[KEY] ?? randomUUID()}` : undefined
  const lost = () => (isChange ? ` ${lostText(key)}` : '')
  let response: Awaited<ReturnType<VaultService['send']>>
  try {
    response = await service.send(requestOf(tool, given, key), signal)
  } catch (error) {
    return failed(`${(error as Error).message}${lost()}`)
  }
  const { status, text, body } = response
  if (status >= 400 || body === undefined) {
    const isRefused = status >= 400 && status < 500
    const result = failed(`${problemText(response)}${isRefused ? '' : lost()}`)
    const isShown = body !== undefined && text.length <= RESPONSE_LENGTH_MAX
    return isShown ? { ...result, structuredContent: body } : result
  }
  if (text.length > RESPONSE_LENGTH_MAX) return tooLong(tool, text.length)
  const next = nextArguments(given, response.next)
  const shown = { ...body, ...(next && { nextArguments: next }) }
  return { content: [{ type: 'text', text: JSON.stringify(shown) }], structuredContent: shown }
}

export function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

/** Arguments that no request can be made of; the service judges all else. */
function violationsOf(tool: VaultTool, given: Arguments): string[] {
  const { name, inputSchema } = tool.definition
  const known = Object.keys(inputSchema.properties ?? {})
  const unknown = Object.keys(given).filter((each) => !known.includes(each))
  const missing = (inputSchema.required ?? []).filter((each) => given[each] === undefined)
  const steps = tool.parameters.filter(
    (each) => each.in === 'path' && isNoSegment(given[each.name]),
  )
  const takes = known.length === 0 ? 'no arguments' : known.join(', ')
  return [
    ...unknown.map((each) =>
      each === DRY_RUN
        ? `${name} is always a dry run here: leave out ${DRY_RUN}. ${FLAG_NOTE}`
        : `${name} has no argument "${each}": it takes ${takes}.`,
    ),
    ...missing.map((each) => `${name} needs the argument "${each}".`),
    ...steps.map((each) => `${each.name} cannot be a step of a path: pass an id.`),
  ]
}

export const FLAG_NOTE = 'Changes are off: start this server with --allow-changes for them.'

/** Clients of HTTP would take these out of the path, and call another operation. */
function isNoSegment(value: unknown): boolean {
  return value !== undefined && ['', '.', '..'].includes(`${value}`)
}

function requestOf(tool: VaultTool, given: Arguments, key: string | undefined): ServiceRequest {
  const { method, parameters, mediaType, kind } = tool
  let { path } = tool
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const { name, in: place, schema } of parameters) {
    const value = given[name] ?? (name === 'limit' ? schema.default : undefined)
    if (value === undefined || name === KEY) continue
    const text = name === 'limit' ? bounded(value) : `${value}`
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text))
    else if (place === 'query') query.set(name, text)
    else headers[name] = text
  }
  if (kind === 'dry_run') query.set(DRY_RUN, 'true')
  if (key !== undefined) headers[KEY] = key
  const { body } = given
  if (body === undefined || mediaType === undefined) return { method, path, query, headers }
  headers['Content-Type'] = mediaType
  const isText = typeof body === 'string' && !mediaType.includes('json')
  return { method, path, query, headers, body: isText ? body : JSON.stringify(body) }
}

/** A larger page is no fault: the rest is on the next one. */
function bounded(limit: unknown): string {
  return Number(limit) > PAGE_SIZE_MAX ? `${PAGE_SIZE_MAX}` : `${limit}`
}

function nextArguments(given: Arguments, next: URLSearchParams | undefined) {
  if (next === undefined) return undefined
  const sent = [...next].map(([name, value]) => {
    return [name, name === 'page' || name === 'limit' ? Number(value) : value]
  })
  return { ...given, ...Object.fromEntries(sent) }
}

function lostText(key: string | undefined): string {
  const doubt = 'The change may have been made.'
  if (key === undefined) return `${doubt} Read the record before you call again.`
  return `${doubt} Call again with the same arguments and "${KEY}": "${key}": nothing is changed twice.`
}

function tooLong({ kind }: VaultTool, length: number): CallToolResult {
  const much = `The response has ${length} characters, more than the ${RESPONSE_LENGTH_MAX} that fit.`
  if (kind === 'read') return failed(`${much} Pass a smaller limit, or filter.`)
  return { content: [{ type: 'text', text: `The service accepted the request. ${much}` }] }
}
