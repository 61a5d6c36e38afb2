import type { Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { Logger } from 'pino'
import type { TraceSettings } from '../config/trace-settings.ts'
import type { OpenTelemetry } from './open-telemetry.ts'

/** The library's values, which are not loaded with their types. */
export const SERVER: SpanKind.SERVER = 1
export const CLIENT: SpanKind.CLIENT = 2
export const ERROR: SpanStatusCode.ERROR = 2

/**
 * One for the process, as its log is: spans reach through every layer. Undefined where nothing is
 * traced: then no library is loaded. No span has personal data, a token, a URL or a parameter.
 */
export let tracing: OpenTelemetry | undefined

/**
 * Traces from now on, if the settings name a receiver.
 * @returns what stops it; the last spans are sent, for two seconds at most
 */
export async function startTracing(
  config: TraceSettings,
  log: Logger,
): Promise<() => Promise<void>> {
  const url = receiverOf(config)
  if (url === null || config.OTEL_SDK_DISABLED) return async () => undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  const started = openTelemetry(url, config, log)
  tracing = started
  return async () => {
    tracing = undefined
    await started.stop()
  }
}

/** The address of the traces as it is, or of all signals with the path of traces behind it. */
function receiverOf(config: TraceSettings): string | null {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: all } = config
  if (own !== null) return own
  return all === null ? null : `${all.replace(/\/$/, '')}/v1/traces`
}

/** Does database work for the request that asks for it, in a span of its own if it is recorded. */
export function inSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracing === undefined ? work() : tracing.inSpan(name, work)
}

/** A `traceparent` without its version: an id that a request, its log lines and its events have. */
export function idOfSpan(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `${traceId}-${spanId}-0${traceFlags & 1}`
}

/** The `traceparent` of such an id; of another id, a text that is none. */
export function traceparentOf(id: string | null): string {
  return `00-${id}`
}
