import type { Metrics } from '../../../src/metrics/metrics.ts'

/**
 * Statements of that kind that ran, those of them that were shared by 8 requests at most,
 * and how many requests they served.
 */
export async function statementBatches(
  metrics: Metrics,
  statement: string,
): Promise<{ statements: number; upTo8: number; requests: number }> {
  const text = await metrics.registry.metrics()
  const read = (what: string, bound = '') => {
    const line = `vault_database_statement_batch_size_${what}{${bound}statement="${statement}"} (\\d+)`
    return Number(new RegExp(line).exec(text)?.[1] ?? 0)
  }
  return {
    statements: read('count'),
    upTo8: read('bucket', 'le="8",'),
    requests: read('sum'),
  }
}
