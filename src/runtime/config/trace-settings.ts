import { integer, isTrue, keyValues, oneOf, ratio, receiverUrl, setting } from './setting-values.ts'

/** The standard variables of OpenTelemetry that the service reads. */
export const TRACE_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    { default: '', parse: receiverUrl },
    'Address of an OpenTelemetry collector, such as http://localhost:4318: traces go to its /v1/traces by OTLP over HTTP. Empty: without the next one, no traces.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    { default: '', parse: receiverUrl },
    'The same for traces alone, with its whole path: http://localhost:4318/v1/traces.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    { default: '', secret: true, parse: keyValues },
    'Headers of what is sent there: api-key=..., separated by commas, with %20 for a space.',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(
    { default: 'http/protobuf', values: ['http/protobuf'] },
    'The protocol of what is sent there. There is no other than http/protobuf.',
  ),
  OTEL_SERVICE_NAME: setting(
    { default: '', parse: (value) => (value === '' ? null : value) },
    'Name of the service in its traces. Empty: service.name of OTEL_RESOURCE_ATTRIBUTES, or vault-inventory.',
  ),
  OTEL_RESOURCE_ATTRIBUTES: setting(
    { default: '', parse: keyValues },
    'Further attributes of the service in its traces: deployment.environment.name=production, separated by commas.',
  ),
  OTEL_TRACES_SAMPLER: oneOf(
    {
      default: 'parentbased_always_on',
      values: [
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ],
    },
    'Which requests are recorded: always_on, always_off, or the share OTEL_TRACES_SAMPLER_ARG of them by traceidratio. parentbased_ before it: those with a traceparent as it says.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    { default: '1', parse: ratio },
    'Share of requests that traceidratio records: 0.1 is a tenth.',
  ),
  OTEL_BSP_SCHEDULE_DELAY: integer(
    { default: 5_000, from: 1, to: 600_000 },
    'Milliseconds for which spans are collected before they are sent together.',
  ),
  OTEL_SDK_DISABLED: setting(
    { default: 'false', parse: isTrue },
    'true: no traces, whatever the other settings of OpenTelemetry say.',
  ),
} as const

export type TraceSettings = {
  readonly [N in keyof typeof TRACE_SETTINGS]: ReturnType<(typeof TRACE_SETTINGS)[N]['parse']>
}
