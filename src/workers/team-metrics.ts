import { AggregatorRegistry, type Registry } from 'prom-client'
import { Metrics, type MetricsReport, type MetricsView } from '../http/metrics.ts'

/** How long a worker may take to say what it counted before what it said last is shown. */
const REPORT_WAIT_MS = 1_000

interface Reporter {
  readonly lastReport: MetricsReport
  report(waitMs: number): Promise<MetricsReport>
}

/**
 * One view of the metrics of all processes. What the service counts (`vault_*`) is added up; the
 * runtime's own are shown per process, by the label `worker`, since a leak in one of them must show.
 *
 * What a worker counted stays in the sum when it ends. prom-client's own view of a cluster drops it:
 * the sum falls, which Prometheus takes for a restart of everything, and counts all of it again.
 */
export class TeamMetrics implements MetricsView {
  readonly #own = new Metrics('leader')
  readonly #workers: () => readonly Reporter[]
  #kept: MetricsReport = []

  constructor(workers: () => readonly Reporter[]) {
    this.#workers = workers
  }

  get contentType(): string {
    return this.#own.contentType
  }

  async text(): Promise<string> {
    const own = await this.#own.report()
    await Promise.all(this.#workers().map((worker) => worker.report(REPORT_WAIT_MS)))
    // Read in one go: whoever ended meanwhile is either among the workers or in what was kept.
    const reports = this.#workers().map(({ lastReport }) => lastReport)
    return await summed([own, this.#kept, ...reports]).metrics()
  }

  /** Keeps what a worker that is gone had counted; what it only showed is gone as well. */
  keep(report: MetricsReport): void {
    const counted = report.filter((metric) => isOurs(metric) && String(metric.type) !== 'gauge')
    const metrics = summed([this.#kept, counted]).getMetricsAsArray() as unknown as MetricsReport
    this.#kept = metrics.map(({ name, help, type, aggregator, collect, values }) => {
      return { name, help, type, aggregator, collect, values }
    })
  }
}

function summed(reports: readonly MetricsReport[]): Registry {
  // Of one process each, told apart by their label: there is nothing to add up.
  const prepared = reports.map((report) =>
    report.map((metric) => (isOurs(metric) ? metric : { ...metric, aggregator: 'first' })),
  )
  return AggregatorRegistry.aggregate(prepared)
}

function isOurs({ name }: MetricsReport[number]): boolean {
  return name.startsWith('vault_')
}
