import type { Metrics } from '../../src/http/metrics.ts'

/** How many statements of that kind there were, and how many requests they answered. */
export async function gatherings(
  metrics: Metrics,
  statement: string,
): Promise<{ statements: number; requests: number }> {
  const text = await metrics.registry.metrics()
  const read = (what: string) =>
    Number(
      new RegExp(`vault_database_gathering_size_${what}{statement="${statement}"} (\\d+)`).exec(
        text,
      )?.[1] ?? 0,
    )
  return { statements: read('count'), requests: read('sum') }
}
