import { migrate } from '../../../src/database/migrations.ts'
import { clusterNodes } from '../processes/cluster.ts'
import { statementFacts } from '../schema/seen-statements.ts'
import type { StatementFacts } from '../schema/statement-violations.ts'
import { openServer } from '../vault/open-server.ts'
import {
  adminConnection,
  connectTo,
  createDatabase,
  createRole,
  demoTemplateOf,
  dropDatabase,
  type TestServer,
} from '../vault/server.ts'

/**
 * Does work over one PostgreSQL: that of DATABASE_URL, or an embedded one in a temporary folder. It
 * has a migrated template, and a role for services that has only what `migrate` grants.
 */
export async function withServer<T>(
  work: (server: TestServer, facts: StatementFacts) => Promise<T>,
): Promise<T> {
  const { server, stop } = await openServer()
  const template = `vault_template_${process.pid}`
  const serviceRole = `vault_test_service_${process.pid}`
  try {
    const admin = adminConnection(server)
    await createDatabase(admin, template)
    const sql = connectTo(server, template)
    await createRole(admin, serviceRole)
    // Tests end connections of services.
    await admin`grant ${admin(serviceRole)} to current_user`
    await migrate(sql, { serviceRole })
    const facts = await statementFacts(sql)
    await sql.end()
    const result = await work({ ...server, template, serviceRole }, facts)
    for (const name of [demoTemplateOf(template), template]) await dropDatabase(admin, name)
    // A process that crashed has left a database in which it is granted something.
    await admin`drop role ${admin(serviceRole)}`.catch(() => undefined)
    await admin.end()
    return result
  } finally {
    await stop()
  }
}

/** The same over a cluster, whose vaults are made one by one. @param url its coordinator's */
export async function withCluster<T>(
  url: string,
  work: (server: TestServer) => Promise<T>,
): Promise<T> {
  const serviceRole = `vault_test_service_${process.pid}`
  const unprepared: TestServer = { url, template: '', serviceRole }
  const admin = adminConnection(unprepared)
  try {
    const nodes = await clusterNodes(admin)
    await createRole(admin, serviceRole)
    await admin`grant ${admin(serviceRole)} to current_user`
    const result = await work({ ...unprepared, nodes })
    await admin`drop role ${admin(serviceRole)}`.catch(() => undefined)
    return result
  } finally {
    await admin.end()
  }
}
