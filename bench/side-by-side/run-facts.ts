import { availableParallelism, cpus, totalmem } from 'node:os'
import { workingTree } from '../contenders.ts'

/** Where and of what a run was made. */
export interface RunFacts {
  readonly at: string
  readonly commit: string
  readonly machine: string
  readonly versions: string
}

const BYTES_PER_GB = 1_000_000_000

export async function runFacts(postgresVersion: string): Promise<RunFacts> {
  // A copy without its history can be measured too.
  const { commit } = await workingTree().catch(() => ({ commit: 'unknown' }))
  const memory = Math.round(totalmem() / BYTES_PER_GB)
  const model = cpus()[0]?.model.trim() ?? ''
  const processors = `${availableParallelism()} processors${model === '' ? '' : ` (${model})`}`
  return {
    at: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit,
    machine: `${processors}, ${memory} GB of memory`,
    versions: `Node ${process.versions.node}, PostgreSQL ${postgresVersion}`,
  }
}
