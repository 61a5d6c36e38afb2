import type { Attributes, Context, Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'

/** The library's values, which are not loaded with their types. */
export const SERVER: SpanKind.SERVER = 1
export const CLIENT: SpanKind.CLIENT = 2
export const ERROR: SpanStatusCode.ERROR = 2

export interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
}

/** Work that several requests may share: its span is that of one, linked to those of all. */
export interface SharedWork extends SpanOptions {
  readonly name: string
  /** The spans of the requests, as `current` gave them. */
  readonly requests: readonly (Span | undefined)[]
}

/** Tracing by OpenTelemetry. No span has personal data, a token, a URL or a parameter. */
export interface Tracing {
  /** The span that this code runs for; undefined where none is recorded. */
  readonly current: Span | undefined
  /** Begins a span whose parent another process, or another time, has written down. */
  begin(name: string, parent: Context | undefined, options: SpanOptions): Span
  beginWithin(parent: Span, name: string, options: SpanOptions): Span
  /** Runs code for a span. */
  within<T>(span: Span, work: () => T): T
  /** The same function, run for the span that is current now. */
  bound<T>(work: () => T): () => T
  /** Runs work in a span of its own, if one of the requests is recorded. */
  share<T>(work: SharedWork, run: () => PromiseLike<T>): Promise<T>
  /** The context of a W3C `traceparent`; undefined if it is none. */
  contextOf(traceparent: string | undefined): Context | undefined
  /** Sends what is left, for two seconds at most. */
  stop(): Promise<void>
}

/** Undefined where nothing is traced: then no library is loaded. */
export let tracing: Tracing | undefined

/** One for the process, as its log is: spans reach through every layer. */
export function traceBy(started: Tracing | undefined): void {
  tracing = started
}

/** Runs work that requests share. @param describe called where the process traces */
export function inSpan<T>(describe: () => SharedWork, run: () => Promise<T>): Promise<T>
export function inSpan<T>(describe: () => SharedWork, run: () => PromiseLike<T>): PromiseLike<T>
export function inSpan<T>(describe: () => SharedWork, run: () => PromiseLike<T>): PromiseLike<T> {
  return tracing === undefined ? run() : tracing.share(describe(), run)
}

/** The version that this service speaks, and the form of all. */
const TRACEPARENT_VERSION = '00'
const ID = /^[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/

/** A `traceparent` without its version: an id that a request, its log lines and its events have. */
export function idOfSpan(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `${traceId}-${spanId}-0${traceFlags & 1}`
}

export function traceparentOf(span: Span): string {
  return `${TRACEPARENT_VERSION}-${idOfSpan(span)}`
}

/** The `traceparent` that such an id stands for; undefined if it is another id. */
export function traceparentOfId(id: string | null): string | undefined {
  return id !== null && ID.test(id) ? `${TRACEPARENT_VERSION}-${id}` : undefined
}
