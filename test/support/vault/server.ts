import { COORDINATOR } from '../../../src/database/cluster/topology.ts'
import { ConnectionPool } from '../../../src/database/postgres/connection-pool.ts'
import type { ConnectionAddress } from '../../../src/database/postgres/open-address.ts'
import {
  addressOf,
  openAddress,
  startUpOptions,
} from '../../../src/database/postgres/open-address.ts'
import { sqlOf, type Topology } from '../../../src/database/postgres/sql.ts'
import type { ClusterNode } from '../processes/cluster.ts'
import { type Sql, withTemplates } from './sql.ts'

/** The PostgreSQL of this test run, and the migrated database that every test file copies. */
export interface TestServer {
  readonly url?: string
  readonly address?: ConnectionAddress
  readonly template: string
  /** The service's role, with the rights that `migrate` grants on the template and its copies. */
  readonly serviceRole: string
  /** If `url` is a cluster's coordinator: all its nodes, itself first. */
  readonly nodes?: readonly ClusterNode[]
}

/** The server that `test/run.ts` made ready. */
export function testServer(): TestServer {
  const { VAULT_TEST_SERVER } = process.env
  if (VAULT_TEST_SERVER === undefined) {
    throw new Error('Run the tests with: npm test -- FILE (they need the database it prepares).')
  }
  return JSON.parse(VAULT_TEST_SERVER) as TestServer
}

/** The database with the demo's records, which the first test that needs them makes. */
export function demoTemplateOf(template: string): string {
  return `${template}_demo`
}

/** The connection to one database of the server, as `openDatabase` takes it. */
export function connectionTo(server: TestServer, name: string): string | ConnectionAddress {
  if (server.address !== undefined) return { ...server.address, database: name }
  const url = new URL(server.url as string)
  url.pathname = `/${name}`
  return url.href
}

/** The same as another role, whose password is its name. */
export function connectionAs(
  role: string,
  connection: string | ConnectionAddress,
): string | ConnectionAddress {
  if (typeof connection !== 'string') return { ...connection, username: role, password: role }
  const url = new URL(connection)
  url.username = role
  url.password = role
  return url.href
}

/** The same as the role that serves, as a service should be run. */
export function serviceConnectionTo(server: TestServer, name: string): string | ConnectionAddress {
  return connectionAs(server.serviceRole, connectionTo(server, name))
}

/** A plain connection to one database of the server, for arranging and looking. */
export function connectTo(server: TestServer, name: string, max = 4): Sql {
  return openConnection(connectionTo(server, name), max, server.nodes && COORDINATOR)
}

export function openConnection(
  connection: string | ConnectionAddress,
  max = 4,
  topology?: Topology,
): Sql {
  const address = addressOf(connection)
  const config = {
    connectionTimeoutMillis: 30_000,
    options: startUpOptions(address.settings),
    asOfOne: topology?.asOfOne,
  }
  const open = (isShared: boolean) => openAddress(address, config, isShared)
  return withTemplates(sqlOf(new ConnectionPool(open, { max }), {}, topology))
}

/** A role that may connect and no more, whose password is its name. */
export async function createRole(admin: Sql, name: string): Promise<void> {
  await admin.query(`create role ${name} login password '${name}'`)
}

export function adminConnection(server: TestServer): Sql {
  if (server.address !== undefined) return connectTo(server, server.address.database, 1)
  return openConnection(server.url as string, 1)
}

export async function createDatabase(admin: Sql, name: string, template?: string): Promise<void> {
  const copied =
    template === undefined ? admin`template template0` : admin`template ${admin(template)}`
  await admin`create database ${admin(name)} ${copied}`
}

export async function dropDatabase(admin: Sql, name: string): Promise<void> {
  await admin`drop database if exists ${admin(name)} with (force)`
}
