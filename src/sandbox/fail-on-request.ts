import type { FastifyInstance, FastifyReply } from 'fastify'
import { REFUSALS, Refusal, type RefusalCode, type Violation } from '../domain/errors.ts'

// A client of a test organization asks for a failure by a header, so that its tests need no mock of
// the service (docs/SANDBOX.md). The header is nothing to requests of live organizations.

const HEADER = 'X-Sandbox-Fail'

/** Failures by their status. */
const STATUSES: Readonly<Record<string, RefusalCode>> = {
  429: 'rate_limited',
  500: 'internal_error',
  503: 'temporarily_unavailable',
}

/** Failures of the connection: the first two do nothing, `lost` does what was asked for. */
const OF_CONNECTION = ['timeout', 'disconnect', 'lost'] as const

/** After this time a request that times out loses its connection. */
const TIMEOUT_MS = 60_000

/** Failures with `once=` that a process remembers of each organization. */
const REMEMBERED_MAX = 1_000

interface Failure {
  readonly kind: RefusalCode | (typeof OF_CONNECTION)[number]
  /** Only the first request of a process with this name fails. */
  readonly once: string | undefined
}

/** Lets requests of test organizations fail as they ask for, once their caller is known. */
export function failOnRequest(app: FastifyInstance): void {
  const metOf = new Map<string, Set<string>>()
  const isRepeated = (organizationId: string, { kind, once }: Failure): boolean => {
    const met = metOf.get(organizationId) ?? new Set()
    metOf.set(organizationId, met)
    const name = `${kind} ${once}`
    if (met.has(name)) return true
    const [oldest] = met
    if (met.size >= REMEMBERED_MAX) met.delete(oldest as string)
    met.add(name)
    return false
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { caller } = request
    if (caller?.isTest !== true) return done()
    const text = request.headers['x-sandbox-fail']
    if (text === undefined) return done()
    const failure = readFailure(text)
    if (failure === undefined) return done(unknownFailure())
    if (failure.once !== undefined && isRepeated(caller.organizationId, failure)) return done()
    const { kind } = failure
    if (kind === 'timeout') stayWithout(reply)
    else fail(kind, reply, done)
  })
  // A service that stops waits for the requests that have no response yet.
  const unanswered = new Set<FastifyReply>()
  let isStopping = false
  const stayWithout = (reply: FastifyReply) => {
    if (isStopping) return disconnect(reply)
    reply.request.waited = { fromMs: performance.now() }
    unanswered.add(reply)
    const timer = setTimeout(disconnect, TIMEOUT_MS, reply)
    reply.raw.once('close', () => {
      clearTimeout(timer)
      unanswered.delete(reply)
    })
  }
  app.addHook('preClose', (done) => {
    isStopping = true
    for (const reply of unanswered) disconnect(reply)
    done()
  })
}

function disconnect({ request }: FastifyReply): void {
  request.raw.socket.destroy()
}

function fail(
  kind: Exclude<Failure['kind'], 'timeout'>,
  reply: FastifyReply,
  done: (error?: Error) => void,
) {
  if (kind === 'disconnect') return disconnect(reply)
  if (kind !== 'lost') return done(asked(kind))
  const { raw } = reply
  const { writeHead } = raw
  raw.writeHead = ((...head: Parameters<typeof writeHead>) => {
    disconnect(reply)
    return writeHead.apply(raw, head)
  }) as typeof writeHead
  done()
}

/** `503`, `item_not_in_vault`, `timeout`; `503; once=a` fails one request alone. */
function readFailure(text: string | string[]): Failure | undefined {
  const [, name = '', once] =
    /^([\w-]{1,100})(?: ?; ?once=([\w-]{1,100}))?$/.exec(String(text)) ?? []
  const code = STATUSES[name] ?? name
  const isCode = Object.hasOwn(REFUSALS, code)
  if (!isCode && !OF_CONNECTION.some((known) => known === code)) return undefined
  return { kind: code as Failure['kind'], once }
}

function asked(code: RefusalCode): Refusal {
  const detail = `${HEADER} asked for this failure, and nothing was changed: leave the header out.`
  return new Refusal(code, { detail, isAskedFor: true })
}

function unknownFailure(): Refusal {
  const detail =
    `${HEADER} takes ${Object.keys(STATUSES).join(', ')}, ${OF_CONNECTION.join(', ')} or the code ` +
    'of a problem, such as item_not_in_vault, and behind it "; once=ID" for one request alone.'
  const violations = [{ pointer: `/${HEADER}`, in: 'header', code: 'invalid_parameter', detail }]
  return new Refusal('invalid_request', { violations: violations as Violation[] })
}
