/**
 * Builds a Citus cluster on this machine as docs/SCALING.md says, with the blocks of that text:
 *
 * - `npm run cluster -- build --folder DIR`, with `--nodes 2`, `--port 5701` (the coordinator's; the
 *   nodes have the next ones), `--shards 32`, and `--bin DIR` with the programs of a PostgreSQL that
 *   has Citus (by default `pg_config` says where they are).
 * - `npm run cluster -- add --folder DIR`: one more node, to which shards move.
 * - `npm run cluster -- stop --folder DIR`, and `start`.
 *
 * It prints the addresses for `serve`, for the owner's commands, and for `CLUSTER_URL`.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeFolder } from '../../src/embedded-postgres/data-directory.ts'
import { BuiltCluster } from '../support/processes/built-cluster.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: 'string' },
    nodes: { type: 'string', default: '2' },
    port: { type: 'string', default: '5701' },
    shards: { type: 'string', default: '32' },
    bin: { type: 'string' },
  },
})
const [verb] = positionals
if (values.folder === undefined) throw new Error('Say --folder: a folder for the machines.')
const folder = resolve(values.folder)

if (verb === 'build') {
  if (BuiltCluster.isIn(folder)) throw new Error(`${folder} has a cluster: use start, or another.`)
  makeFolder(folder)
  const built = new BuiltCluster(folder, {
    bin: values.bin ?? execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim(),
    port: Number(values.port),
    shards: Number(values.shards),
    machines: Number(values.nodes) + 1,
    passwords: { postgres: password(), owner: password(), service: password() },
  })
  await built.build()
} else if (verb === 'add' || verb === 'start' || verb === 'stop') {
  await new BuiltCluster(folder)[verb]()
} else {
  throw new Error('Say build, add, start or stop.')
}
if (verb !== 'stop') {
  const { owner, service, superuser } = new BuiltCluster(folder)
  console.log(JSON.stringify({ service, owner, superuser }, null, 2))
}

function password(): string {
  return randomBytes(24).toString('base64url')
}
