import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
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
import { Refusal } from '../../domain/errors.ts'
import type { TraceSettings } from '../config/trace-settings.ts'
import { packageVersion } from '../package.ts'

/** The last spans may take so long to be sent: nobody waits longer for a process to end. */
const LAST_SPANS_MS = 2_000

/** A receiver that is away is logged so often at most. */
const REPORT_AGAIN_MS = 60_000

/** Loaded only by processes that trace. */
export function openTelemetry(url: string, settings: TraceSettings, log: Logger) {
  reportTo(log)
  const version = packageVersion()
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: resourceFromAttributes({
      'service.version': version,
      'service.instance.id': crypto.randomUUID(),
      'service.name': 'vault-inventory',
      ...settings.OTEL_RESOURCE_ATTRIBUTES,
      ...(settings.OTEL_SERVICE_NAME !== null && { 'service.name': settings.OTEL_SERVICE_NAME }),
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        scheduledDelayMillis: settings.OTEL_BSP_SCHEDULE_DELAY,
        exporter: new OTLPTraceExporter({
          url,
          headers: { ...settings.OTEL_EXPORTER_OTLP_HEADERS },
        }),
      }),
    ],
  })
  const tracer = provider.getTracer('vault-inventory', version)
  const requests = new AsyncLocalStorage<Span | undefined>()
  return {
    /** Begins a span within that of a W3C `traceparent`; a trace of its own where it is none. */
    begin: (name: string, traceparent: string | undefined, options: SpanOptions): Span => {
      const parent = parseTraceParent(traceparent ?? '')
      return tracer.startSpan(name, options, parent ? contextOf(parent) : ROOT_CONTEXT)
    },
    /** Runs code for a request: spans of its database work are within the span of that. */
    within: <T>(span: Span, work: () => T): T =>
      requests.run(span.isRecording() ? span : undefined, work),
    inSpan: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const request = requests.getStore()
      if (request === undefined) return await work()
      const attributes = { 'db.system.name': 'postgresql' }
      const options = { kind: SpanKind.CLIENT, attributes }
      const span = tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, request))
      try {
        // The work may start that of other requests, which is not within this one.
        return await requests.run(undefined, work)
      } catch (error) {
        if (!(error instanceof Refusal)) fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    stop: async (): Promise<void> => {
      const late = new Promise((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}

export type OpenTelemetry = ReturnType<typeof openTelemetry>

function contextOf(parent: SpanContext): Context {
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}

/** Its message may quote values of a row. */
function fail(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', String(code ?? name ?? 'error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The samplers of the specification, by their names there. */
function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TraceSettings) {
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
