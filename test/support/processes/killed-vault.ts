import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ApiClient, type ApiResponse } from '../vault/api-client.ts'
import { Records } from '../vault/records.ts'
import { afterTest, open, postmasterPid } from './embedded-directory.ts'
import { connectToDirectory } from './embedded-vault.ts'
import { preparedDirectory } from './prepared-directory.ts'
import { databaseUrlOf, type ServiceProcess, startServiceProcess } from './service-process.ts'

/** A change requested under a key until it gets a response. */
export interface KeyedRequest {
  readonly path: string
  readonly token: string
  readonly body?: object
  readonly key: string
}

/** Two services over one PostgreSQL, each of which can be killed, and comes back. */
export type KilledVault = Awaited<ReturnType<typeof openKilledVault>>

/** @param env further settings of the services */
export async function openKilledVault(
  t: TestContext,
  app: FastifyInstance,
  env: Readonly<Record<string, string>> = {},
) {
  const dataDir = await preparedDirectory(t)
  const server = await open(t, { dataDir })
  const { connection, username, password, database } = server
  const databaseUrl = databaseUrlOf({ ...connection, username, password, database })
  const start = () =>
    startServiceProcess({
      env: { ...env, DATABASE_URL: databaseUrl },
      cleanup: (undo) => afterTest(t, undo),
    })
  const services = [await start(), await start()]
  const clients = services.map(({ url }) => new ApiClient(url, app))
  const own = await connectToDirectory(dataDir)
  afterTest(t, () => own.sql.end(0))
  const seen = { services: 0, servers: 0, withoutResponse: 0, unavailable: 0 }
  const returning = new Map<0 | 1 | 'server', Promise<void>>()
  let turn = 0

  async function replace(which: 0 | 1): Promise<void> {
    const { exited, signal } = services[which] as ServiceProcess
    signal('SIGKILL')
    await exited
    services[which] = await startAgain()
    clients[which] = new ApiClient(services[which].url, app)
  }

  /**
   * Restarts like a supervisor: a service that finds no PostgreSQL, or loses it while it starts,
   * ends and is started again.
   */
  async function startAgain(): Promise<ServiceProcess> {
    for (;;) {
      try {
        return await start()
      } catch (error) {
        if (!/cannot be used|connect ECONNREFUSED/.test((error as Error).message)) throw error
      }
    }
  }

  async function killServer(): Promise<void> {
    process.kill(postmasterPid(dataDir) as number, 'SIGKILL')
    for (const { url } of services) {
      // A service that is killed meanwhile is skipped.
      while ((await readiness(url)) === 503) await pause(20)
    }
  }

  return {
    sql: own.sql,
    records: new Records(own.sql, own),
    databaseUrl,
    /** Counts so far. */
    seen,
    /**
     * Sends the request to the services in turn until one of them responds: without a response,
     * after 503, and while it is in progress it is sent again.
     */
    send: async ({ path, token, body, key }: KeyedRequest): Promise<ApiResponse> => {
      for (;;) {
        turn += 1
        try {
          const headers = { 'Idempotency-Key': key }
          const request = { token, headers, ...(body && { body }) }
          const response = await (clients[turn % 2] as ApiClient).post(path, request)
          if (response.status === 503) seen.unavailable += 1
          else if (response.body.code !== 'idempotency_in_progress') return response
        } catch (error) {
          if (((error as Error).cause as { code?: string } | undefined)?.code === undefined) {
            throw error
          }
          seen.withoutResponse += 1
        }
        await pause(10)
      }
    },
    /** Reads from the services in turn; undefined where the one asked gave no 200. */
    get: async <Body>(path: string, token: string): Promise<Body | undefined> => {
      turn += 1
      const response = await (clients[turn % 2] as ApiClient)
        .get(path, { token })
        .catch(() => undefined)
      if (response?.status === 200) return response.body
      await pause(10)
      return undefined
    },
    /** Kills one service, or PostgreSQL, unless it is still on its way back. */
    kill: (what: 0 | 1 | 'server') => {
      if (returning.has(what)) return
      seen[what === 'server' ? 'servers' : 'services'] += 1
      const back = what === 'server' ? killServer() : replace(what)
      returning.set(what, back)
      // whole() throws the failure.
      back.then(
        () => returning.delete(what),
        () => undefined,
      )
    },
    /** Waits until everything is back. */
    whole: async () => void (await Promise.all(returning.values())),
  }
}

async function readiness(url: string): Promise<number | undefined> {
  try {
    return (await fetch(`${url}/health/ready`)).status
  } catch {
    return undefined
  }
}
