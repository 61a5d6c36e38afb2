import { Command } from 'commander'
import { distribute } from '../../database/cluster/distribute.ts'
import { readConfig } from '../../runtime/config/config.ts'
import { CommandFailed, JSON_OPTION, type OutputOptions, print, withConnection } from './command.ts'

/** Two for each core of eight nodes with two cores. More nodes than shards cannot be used. */
const SHARDS_DEFAULT = 32
const SHARDS_MAX = 1_024

interface DistributeOptions extends OutputOptions {
  readonly shards: string
}

export function distributeCommand(): Command {
  return new Command('distribute')
    .description('spread an empty vault over the nodes of a Citus cluster, by organization')
    .option(
      '--shards <number>',
      `the number of parts, which cannot be changed later; at most ${SHARDS_MAX}`,
      String(SHARDS_DEFAULT),
    )
    .addOption(JSON_OPTION)
    .addHelpText(
      'after',
      '\nRun it as the role that owns the database, and again after you add a node.\n' +
        ' To move a vault with records, use backup and restore: see docs/SCALING.md.',
    )
    .action(async (options: DistributeOptions) => {
      const shards = readShards(options.shards)
      const lockTimeoutMs = readConfig().DATABASE_LOCK_TIMEOUT_MS
      const result = await withConnection((database) =>
        distribute(database, shards, { lockTimeoutMs }),
      )
      print(options, result, () => sentenceOf(result))
    })
}

function readShards(text: string): number {
  const shards = Number(text)
  if (/^\d+$/.test(text) && shards >= 1 && shards <= SHARDS_MAX) return shards
  throw new CommandFailed(`--shards takes a whole number from 1 to ${SHARDS_MAX}.`)
}

function sentenceOf({
  applied,
  distributed,
  shards,
  nodes,
}: Awaited<ReturnType<typeof distribute>>): string {
  const migrated = applied.length === 0 ? '' : `Applied ${applied.join(', ')}. `
  const spread =
    distributed.length === 0
      ? 'The vault was already distributed'
      : `Distributed ${distributed.join(', ')}`
  return `${migrated}${spread}: ${shards} shards on ${nodes} ${nodes === 1 ? 'node' : 'nodes'}.`
}
