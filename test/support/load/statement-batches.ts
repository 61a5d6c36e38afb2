import type { Metrics } from '../../../src/runtime/metrics/metrics.ts'

/** Statements of that kind that ran together, and how many requests they served. */
export async function statementBatches(
  metrics: Metrics,
  statement: string,
): Promise<{ statements: number; requests: number }> {
  const text = await metrics.registry.metrics()
  const read = (what: string) => {
    const line = `vault_database_statement_batch_size_${what}{statement="${statement}"} (\\d+)`
    return Number(new RegExp(line).exec(text)?.[1] ?? 0)
  }
  return { statements: read('count'), requests: read('sum') }
}
