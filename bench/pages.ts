/**
 * Measures pages of List Outbound Shipments at any depth, with any filter, against page 1: over
 * HTTP, of ten million shipments of one organization. Filling takes some minutes and 8 GB.
 *
 *   npx node bench/pages.ts
 *   npx node bench/pages.ts --shipments 200000 --rounds 3
 */
import { parseArgs } from 'node:util'
import { openServer } from '../test/support/vault/open-server.ts'
import { adminConnection, dropDatabase } from '../test/support/vault/server.ts'
import { fillShipments } from './fill-shipments.ts'
import { Cleanups } from './measure/cleanups.ts'
import { startService } from './measure/subjects.ts'
import { measurePages } from './page-rounds.ts'

const { values } = parseArgs({
  options: {
    shipments: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '40' },
  },
})
const cleanups = new Cleanups()
await cleanups.around(async () => {
  const { server, stop } = await openServer()
  cleanups.add(stop)
  const admin = adminConnection(server)
  cleanups.add(() => admin.end())
  const name = `vault_bench_${process.pid}`
  cleanups.add(() => dropDatabase(admin, name))
  const shipments = Number(values.shipments)
  const { databaseUrl, token } = await fillShipments(admin, server, { name, shipments })
  const { url } = await startService(cleanups, { databaseUrl })
  const [rounds, requests] = [Number(values.rounds), Number(values.requests)]
  await measurePages({ url, token }, { rounds, requests })
})
