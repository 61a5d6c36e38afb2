import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { packageVersion } from '../package.ts'
import type { ReceiverSettings } from './receiver-settings.ts'
import type { SharedWork, SpanOptions, Tracing } from './tracing.ts'

/** The last spans may take so long to be sent: nobody waits longer for a process to end. */
const LAST_SPANS_MS = 2_000

/** A receiver that is away is logged so often at most. */
const REPORT_AGAIN_MS = 60_000

/** Loaded only by processes that trace. */
export function openTelemetry(settings: ReceiverSettings, log: Logger): Tracing {
  reportTo(log)
  const version = packageVersion()
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: resourceFromAttributes({
      'service.version': version,
      'service.instance.id': crypto.randomUUID(),
      ...settings.OTEL_RESOURCE_ATTRIBUTES,
      'service.name':
        settings.OTEL_SERVICE_NAME ??
        settings.OTEL_RESOURCE_ATTRIBUTES['service.name'] ??
        'vault-inventory',
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        scheduledDelayMillis: settings.OTEL_BSP_SCHEDULE_DELAY,
        exporter: new OTLPTraceExporter({
          url: settings.url,
          headers: { ...settings.OTEL_EXPORTER_OTLP_HEADERS },
        }),
      }),
    ],
  })
  return new OpenTelemetry(provider.getTracer('vault-inventory', version), () =>
    provider.shutdown(),
  )
}

class OpenTelemetry implements Tracing {
  readonly #tracer: Tracer
  readonly #shutDown: () => Promise<void>
  readonly #spans = new AsyncLocalStorage<Span | undefined>()

  constructor(tracer: Tracer, shutDown: () => Promise<void>) {
    this.#tracer = tracer
    this.#shutDown = shutDown
  }

  get current(): Span | undefined {
    return this.#spans.getStore()
  }

  begin(name: string, parent: Context | undefined, options: SpanOptions): Span {
    return this.#tracer.startSpan(name, options, parent ?? ROOT_CONTEXT)
  }

  beginWithin(parent: Span, name: string, options: SpanOptions): Span {
    return this.#tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent))
  }

  within<T>(span: Span, work: () => T): T {
    // Nothing below a span that is not recorded is recorded; nor is it of the one that ran before.
    return this.#spans.run(span.isRecording() ? span : undefined, work)
  }

  bound<T>(work: () => T): () => T {
    const span = this.current
    return span === undefined ? work : () => this.#spans.run(span, work)
  }

  async share<T>(
    { name, requests, ...options }: SharedWork,
    run: () => PromiseLike<T>,
  ): Promise<T> {
    const recorded = requests.filter((span) => span?.isRecording()) as Span[]
    const [first] = recorded
    // Another request's turn may have led here.
    if (first === undefined) return await this.#spans.run(undefined, run)
    const isShared = recorded.length > 1
    const span = this.#tracer.startSpan(
      name,
      { ...options, ...(isShared && { links: recorded.map(linkTo) }) },
      trace.setSpan(ROOT_CONTEXT, first),
    )
    for (const other of recorded.slice(1)) other.addLink(linkTo(span))
    try {
      return await this.#spans.run(span, run)
    } catch (error) {
      // Its message may quote values of a row.
      span.setAttribute('error.type', typeOf(error)).setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  contextOf(traceparent: string | undefined): Context | undefined {
    const context = parseTraceParent(traceparent ?? '')
    return context === null
      ? undefined
      : trace.setSpanContext(ROOT_CONTEXT, { ...context, isRemote: true })
  }

  async stop(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref())
    await Promise.race([this.#shutDown().catch(() => undefined), late])
  }
}

/** The samplers of the specification, by their names there. */
function samplerOf({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: ReceiverSettings) {
  const roots: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const root = (roots[name.replace('parentbased_', '')] as () => Sampler)()
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** The library's complaints: mostly that the receiver is away, of which each export complains. */
function reportTo(log: Logger): void {
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = (reason: string) => {
    const now = performance.now()
    if (now - reportedAt < REPORT_AGAIN_MS) return
    reportedAt = now
    log.warn({ reason: reasonOf(reason) }, 'traces are not sent')
  }
  const ignore = () => undefined
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.WARN,
  )
}

/** The library reports an error as JSON, with its stack. */
function reasonOf(text: string): string {
  try {
    return (JSON.parse(text) as { message: string }).message
  } catch {
    return text
  }
}

function linkTo(span: Span): { context: SpanContext } {
  return { context: span.spanContext() }
}

function typeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'error')
}
