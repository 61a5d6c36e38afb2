import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readConfig } from '../../src/runtime/config/config.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { startTracing } from '../../src/runtime/tracing/tracing.ts'
import { openOtlpReceiver } from '../support/tracing/otlp-receiver.ts'
import { inTheEnd } from '../support/vault/in-the-end.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { url } = await openOtlpReceiver(inTheEnd)
const log = createLog({ LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }, { write: () => undefined })
inTheEnd(await startTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url }), log))
const { api } = await openOwnVault()

test('The trace of a stranger decides nothing: neither what is recorded nor its number', async () => {
  for (const isRecorded of [true, false]) {
    const traceId = randomBytes(16).toString('hex')
    const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-0${isRecorded ? 1 : 0}`
    const { headers: sent } = await api.get('/v1/caller', { headers: { traceparent } })
    const id = sent.get('x-request-id') ?? ''
    assert.ok(!id.startsWith(traceId) && id.endsWith('-01'), id)
  }
})
