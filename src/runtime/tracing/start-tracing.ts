import type { Logger } from 'pino'
import type { TraceSettings } from './receiver-settings.ts'
import { type Tracing, traceBy } from './tracing.ts'

/**
 * Traces from now on, if the settings name a receiver. Else nothing is loaded.
 * @returns what stops it
 */
export async function startTracing(
  config: TraceSettings,
  log: Logger,
): Promise<() => Promise<void>> {
  const url = receiverOf(config)
  if (url === null || config.OTEL_SDK_DISABLED) return async () => undefined
  const { openTelemetry } = await import('./open-telemetry.ts')
  const started: Tracing = openTelemetry({ ...config, url }, log)
  traceBy(started)
  return async () => {
    traceBy(undefined)
    await started.stop()
  }
}

/** The address of the traces as it is, or of all signals with the path of traces behind it. */
function receiverOf(config: TraceSettings): string | null {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: all } = config
  if (own !== null) return own
  return all === null ? null : `${all.replace(/\/$/, '')}/v1/traces`
}
