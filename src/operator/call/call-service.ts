import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../app.ts'
import type { ConnectedDatabase } from '../../database/connect/connect.ts'
import type { AuthenticatedToken, Caller } from '../../domain/caller.ts'
import { PERMISSIONS } from '../../domain/permissions.ts'
import type { Authenticator } from '../../http/request/authentication.ts'
import { readConfig } from '../../runtime/config/config.ts'
import { createLog } from '../../runtime/log/log.ts'
import { Metrics } from '../../runtime/metrics/metrics.ts'
import { sharedParts } from '../../server/start-app.ts'
import { isOfApprovers } from './called-operations.ts'

export interface ServiceRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface Run {
  readonly caller: Caller
  readonly database: ConnectedDatabase
  readonly signal: AbortSignal
}

/**
 * Sends one request to the interface that `serve` has, in this process. It listens nowhere: the
 * connection is a pair of streams, and its credential is known to this function only.
 */
export async function callService(
  { caller, database, signal }: Run,
  request: ServiceRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  const config = { ...readConfig(), BASE_PATH: '' }
  const log = createLog({ ...config, LOG_LEVEL: 'error' }, process.stderr)
  const options = { config, database, metrics: new Metrics(), log }
  const parts = sharedParts(options)
  const credential = randomUUID()
  const app = await buildApp(
    { ...options, readiness: async () => 'ready', authenticator: onlyFor(credential, caller) },
    parts,
  )
  try {
    await app.ready()
    const authorization = `Bearer ${credential}`
    const response = await send(
      app,
      { ...request, headers: { ...request.headers, authorization } },
      signal,
    )
    return { status: response.statusCode as number, text: await text(response) }
  } finally {
    await app.close()
  }
}

/** The operator may do all that one person may do alone. */
function onlyFor(credential: string, caller: Caller): Authenticator {
  const permissions = new Set(PERMISSIONS.filter((permission) => !isOfApprovers(permission)))
  const until = Number.POSITIVE_INFINITY
  const operator: AuthenticatedToken = {
    caller: { ...caller, permissions },
    familyId: credential,
    until,
  }
  return {
    authenticate: (token) => (token === credential ? operator : null),
    lookAgain: async () => operator,
  }
}

async function send(
  { server }: FastifyInstance,
  { url: path, body, headers, method }: ServiceRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const [client, served] = duplexPair()
  server.emit('connection', served)
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = sendRequest({
    ...{ method: method.toUpperCase(), path, headers: { ...headers, ...type }, signal },
    createConnection: () => client,
  })
  sent.end(body)
  const [response] = await once(sent, 'response')
  return response
}
