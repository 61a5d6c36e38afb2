/**
 * What a page of List Outbound Shipments costs at any depth, with any filter, against page 1: over
 * HTTP, of ten million shipments of one organization. Filling takes some minutes and 8 GB.
 *
 *   npx node bench/pages.ts
 *   npx node bench/pages.ts --shipments 200000 --rounds 3
 */
import { parseArgs } from 'node:util'
import { issueAccessToken } from '../src/access-tokens/issue-access-token.ts'
import { operatorFor } from '../src/caller.ts'
import { openServer } from '../test/support/open-server.ts'
import { adminConnection, dropDatabase } from '../test/support/server.ts'
import { startContender, workingTree } from './contenders.ts'
import { fillShipments, ORGANIZATION, openBenchDatabase } from './fill-shipments.ts'
import { measurePages } from './page-rounds.ts'

const { values } = parseArgs({
  options: {
    shipments: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '40' },
  },
})
const cleanups: (() => unknown)[] = []

try {
  const { server, stop } = await openServer()
  cleanups.push(stop)
  const admin = adminConnection(server)
  cleanups.push(() => admin.end())
  const name = `vault_bench_${process.pid}`
  cleanups.push(() => dropDatabase(admin, name))
  await fillShipments(admin, server, { name, shipments: Number(values.shipments) })
  const database = openBenchDatabase(server, name)
  const { token } = await issueAccessToken(operatorFor(ORGANIZATION), database, {
    permissions: ['outbound_shipments:read'],
    lifetimeSeconds: 86_400,
  })
  await database.close()
  const tree = await workingTree()
  const stock = new Map<string, string[]>()
  const service = await startContender({ name, server, database: name, tree, token, stock })
  cleanups.push(service.stop)
  await measurePages(service, { rounds: Number(values.rounds), requests: Number(values.requests) })
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}
