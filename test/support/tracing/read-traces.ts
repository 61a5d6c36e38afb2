/** A span as it is sent by OTLP. */
export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  /** Empty for the root of a trace. */
  readonly parentId: string
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  /** 2 where it failed. */
  readonly status: number
  /** Attributes of the process. */
  readonly resource: Readonly<Record<string, string | number | boolean>>
}

type Fields = ReadonlyMap<number, readonly (Buffer | number)[]>

/** The spans of an ExportTraceServiceRequest (opentelemetry-proto, trace/v1/trace.proto). */
export function readTraces(body: Buffer): SentSpan[] {
  return messages(fieldsOf(body), 1).flatMap((ofResource) => {
    const [described] = messages(ofResource, 1)
    const resource = described === undefined ? {} : attributesOf(described, 1)
    return messages(ofResource, 2)
      .flatMap((ofScope) => messages(ofScope, 2))
      .map((span) => spanOf(span, resource))
  })
}

function spanOf(span: Fields, resource: SentSpan['resource']): SentSpan {
  const [status] = messages(span, 15)
  return {
    traceId: hex(span, 1),
    spanId: hex(span, 2),
    parentId: hex(span, 4),
    name: text(span, 5),
    kind: Number(span.get(6)?.[0] ?? 0),
    attributes: attributesOf(span, 9),
    status: Number(status?.get(3)?.[0] ?? 0),
    resource,
  }
}

function attributesOf(message: Fields, field: number): SentSpan['attributes'] {
  return Object.fromEntries(
    messages(message, field).map((pair) => {
      const [value] = messages(pair, 2) as [Fields]
      if (value.has(1)) return [text(pair, 1), text(value, 1)]
      if (value.has(2)) return [text(pair, 1), value.get(2)?.[0] === 1]
      return [text(pair, 1), Number(value.get(3)?.[0])]
    }),
  )
}

function messages(fields: Fields, field: number): Fields[] {
  return (fields.get(field) ?? []).map((bytes) => fieldsOf(bytes as Buffer))
}

function text(fields: Fields, field: number): string {
  return String(fields.get(field)?.[0] ?? '')
}

function hex(fields: Fields, field: number): string {
  return ((fields.get(field)?.[0] ?? Buffer.alloc(0)) as Buffer).toString('hex')
}

/** The fields of a message of Protocol Buffers: numbers, or bytes. */
function fieldsOf(bytes: Buffer): Fields {
  const fields = new Map<number, (Buffer | number)[]>()
  let at = 0
  const varint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] as number
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const tag = varint()
    const values = fields.get(tag >> 3) ?? []
    fields.set(tag >> 3, values)
    const wire = tag & 7
    if (wire === 0) values.push(varint())
    else {
      const length = wire === 2 ? varint() : wire === 1 ? 8 : 4
      values.push(bytes.subarray(at, at + length))
      at += length
    }
  }
  return fields
}
