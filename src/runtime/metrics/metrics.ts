import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Gauges of the library with names of counters, for which `promtool check metrics` fails. Each is
 * the sum of a gauge with labels, which stays.
 */
const SUMS = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

/** Metrics for Prometheus. No label carries an id, a token or personal data. */
export class Metrics {
  readonly registry = new Registry()

  readonly #requestSeconds = new Histogram({
    name: 'vault_http_request_duration_seconds',
    help: 'Time from the last header to the response, without waits asked for, in seconds.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  })

  readonly #refusals = this.#counter(
    'vault_http_refusals_total',
    'Requests that were refused, by the code of the problem.',
    ['operation', 'code'],
  )

  readonly #conflicts = this.#counter(
    'vault_database_conflict_retries_total',
    'Statements run again because PostgreSQL undid them for another transaction.',
    ['sqlstate'],
  )

  readonly #unavailable = this.#counter(
    'vault_database_refusals_total',
    'Statements that failed because the database was not available, full or too busy.',
    ['reason'],
  )

  readonly #batches = new Histogram({
    name: 'vault_database_statement_batch_size',
    help: 'Requests that shared one statement, by what they asked for.',
    labelNames: ['statement'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000],
    registers: [this.registry],
  })

  readonly #sealed = this.#counter(
    'vault_events_sealed_total',
    'Events that this process has sealed.',
  )

  readonly #contradicted = this.#counter(
    'vault_event_checkpoints_refused_total',
    'Checkpoints that were not signed, because the log contradicts what was signed before.',
  )

  readonly #oldestUnnoted = this.gauge(
    'vault_search_lag_seconds',
    'Age of the oldest event whose words searches do not find yet, in seconds; 0 if there is none.',
  )

  readonly #lookedThrough = this.gauge(
    'vault_search_organizations_looked_through',
    'Organizations whose records are looked through for those that searches do not find yet.',
  )

  readonly #webhookAttempts = this.#counter(
    'vault_webhook_attempts_total',
    'Attempts to send an event to a webhook endpoint, by what the receiver did.',
    ['result'],
  )

  readonly #webhooksPending = this.gauge(
    'vault_webhook_deliveries_pending',
    'Deliveries to enabled webhook endpoints that have not ended, of all processes.',
  )

  readonly #oldestWebhook = this.gauge(
    'vault_webhook_oldest_pending_seconds',
    'Age of the oldest of these deliveries, in seconds; 0 if there is none.',
  )

  readonly #webhookLag = this.gauge(
    'vault_webhook_lag_seconds',
    'Age of the oldest event that an enabled webhook endpoint was not sent yet, in seconds; 0 if ' +
      'there is none.',
  )

  readonly #webhookEndpoints = new Gauge({
    name: 'vault_webhook_endpoints',
    help: 'Webhook endpoints: enabled, or why they are disabled (by_request, gone, failing).',
    labelNames: ['state'],
    registers: [this.registry],
  })

  constructor() {
    // Milliseconds: each sample of the event loop wakes up a process at rest.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 100 })
    for (const name of SUMS) this.registry.removeSingleMetric(name)
  }

  conflictRetried(sqlState: string): void {
    this.#conflicts.inc({ sqlstate: sqlState })
  }

  refused(reason: string): void {
    this.#unavailable.inc({ reason })
  }

  batched(statement: string, size: number): void {
    this.#batches.observe({ statement }, size)
  }

  sealed(events: number): void {
    this.#sealed.inc(events)
  }

  contradicted(): void {
    this.#contradicted.inc()
  }

  watchSealing(lagSeconds: () => number): void {
    this.gauge(
      'vault_events_seal_lag_seconds',
      'Age of the oldest event that is not sealed, by its occurredAt; 0 if all are sealed.',
      lagSeconds,
    )
  }

  wordsBehind(lag: { oldestSeconds: number; lookedThrough: number }): void {
    this.#oldestUnnoted.set(lag.oldestSeconds)
    this.#lookedThrough.set(lag.lookedThrough)
  }

  webhookAttempted(result: 'delivered' | 'refused' | 'unanswered'): void {
    this.#webhookAttempts.inc({ result })
  }

  webhookBacklog({ pending, oldestSeconds, lagSeconds, endpoints }: WebhookBacklog): void {
    this.#webhooksPending.set(pending)
    this.#oldestWebhook.set(oldestSeconds)
    this.#webhookLag.set(lagSeconds)
    for (const [state, count] of Object.entries(endpoints)) {
      this.#webhookEndpoints.set({ state }, count)
    }
  }

  built(labels: { readonly version: string; readonly schema: string }): void {
    const name = 'vault_build_info'
    const help = 'Always 1; its labels say what runs.'
    new Gauge({ name, help, labelNames: Object.keys(labels), registers: [this.registry] }).set(
      { ...labels },
      1,
    )
  }

  watchDatabase(watched: WatchedDatabase): void {
    this.gauge(
      'vault_database_statements_pending',
      'Statements of requests that run or wait for a connection, and requests that wait to share ' +
        'a statement.',
      () => watched.pending,
    )
    this.gauge(
      'vault_database_connections_max',
      'Connections that statements of requests share, but for reads by id and pages.',
      () => watched.connections.max,
    )
    this.gauge(
      'vault_database_connections_in_use',
      'How many of these connections run a statement or a transaction.',
      () => watched.connections.inUse,
    )
    this.gauge('vault_database_up', 'Whether the database responds (1) or not (0).', () =>
      watched.ping().then(
        () => 1,
        () => 0,
      ),
    )
  }

  watchRequests(requests: { readonly pending: number; readonly open: number }): void {
    this.gauge(
      'vault_http_requests_in_flight',
      'Requests that have no response yet.',
      () => requests.pending,
    )
    this.gauge(
      'vault_http_connections_open',
      'Connections of clients, also idle ones.',
      () => requests.open,
    )
  }

  watchReadiness(readiness: () => Promise<string>): void {
    this.gauge('vault_ready', 'Whether /health/ready says so (1) or not (0).', async () =>
      Number((await readiness()) === 'ready'),
    )
  }

  watchMemory(held: { readonly bodies: number; readonly responses: number }): void {
    this.gauge(
      'vault_http_request_body_bytes',
      'Bytes of the bodies of requests that have no response yet, as declared.',
      () => held.bodies,
    )
    this.gauge(
      'vault_http_response_waiting_bytes',
      'Bytes of responses that were made and that their clients have not taken yet.',
      () => held.responses,
    )
  }

  responded({ operation, status, durationMs, code }: Responded): void {
    if (code !== undefined) this.#refusals.inc({ operation, code })
    this.#requestSeconds.observe({ operation, status }, durationMs / 1000)
  }

  #counter(name: string, help: string, labelNames: string[] = []) {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  /** @param read gives the value whenever the metrics are asked for */
  gauge(name: string, help: string, read?: () => number | Promise<number>) {
    const collect = read && { collect: async () => gauge.set(await read()) }
    const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], ...collect })
    return gauge
  }
}

export interface WebhookBacklog {
  readonly pending: number
  readonly oldestSeconds: number
  readonly lagSeconds: number
  readonly endpoints: Readonly<Record<string, number>>
}

interface WatchedDatabase {
  readonly pending: number
  readonly connections: { readonly max: number; readonly inUse: number }
  ping(): Promise<unknown>
}

export interface Responded {
  readonly operation: string
  readonly status: number
  readonly durationMs: number
  /** The code of the problem, if it was refused. What was asked for is no failure. */
  readonly code: string | undefined
}
