import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import type { ConnectedDatabase } from '../database/connect.ts'
import { type Distributed, distribute } from '../database/distribute.ts'
import { NotDistributable } from '../database/postgres/distribution.ts'
import { CommandFailed, type OutputOptions, print, withConnection } from './command.ts'

/** Two for each core of eight nodes of two; more nodes than shards can never be used. */
const SHARDS_DEFAULT = 32
const SHARDS_MAX = 1_024

interface DistributeOptions extends OutputOptions {
  readonly shards: string
}

/** `distribute`: spread an empty vault over the nodes of a Citus cluster. */
export function distributeCommand(): Command {
  return new Command('distribute')
    .description('spread an empty vault over the nodes of a Citus cluster, by organization')
    .option(
      '--shards <number>',
      `parts that it is divided into, for good; ${SHARDS_MAX} at most`,
      String(SHARDS_DEFAULT),
    )
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nRun it against the coordinator as the role that owns the database, and once more when a node was\n' +
        'added. A vault with records moves in by backup and restore. docs/SCALING.md says how.',
    )
    .action(async (options: DistributeOptions) => {
      const shards = readShards(options.shards)
      const result = await withConnection((database) => run(database, shards))
      print(options, result, () => sentenceOf(result))
    })
}

async function run(database: ConnectedDatabase, shards: number): Promise<Distributed> {
  try {
    return await distribute(database, shards, {
      lockTimeoutMs: readConfig().DATABASE_LOCK_TIMEOUT_MS,
    })
  } catch (error) {
    throw error instanceof NotDistributable ? new CommandFailed(error.message) : error
  }
}

function readShards(text: string): number {
  const shards = Number(text)
  if (/^\d+$/.test(text) && shards >= 1 && shards <= SHARDS_MAX) return shards
  throw new CommandFailed(`--shards takes a whole number from 1 to ${SHARDS_MAX}.`)
}

function sentenceOf({ applied, distributed, shards, nodes }: Distributed): string {
  const migrated = applied.length === 0 ? '' : `Applied ${applied.join(', ')}. `
  const spread =
    distributed.length === 0
      ? 'The vault was distributed already'
      : `Distributed ${distributed.join(', ')}`
  return `${migrated}${spread}: ${shards} shards on ${nodes} ${nodes === 1 ? 'node' : 'nodes'}.`
}
