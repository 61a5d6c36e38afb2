import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { REFUSALS, type RefusalCode } from '../../src/domain/errors.ts'
import { SETTINGS } from '../../src/runtime/config/settings.ts'
import { addressOf, GENERATED_FILES } from '../generate.ts'
import { hasOwnTest } from '../support/contract/own-tests.ts'
import { codesOf, DOCUMENT, OPERATIONS } from '../support/contract/published-operations.ts'
import { openVault } from '../support/vault/vault.ts'

const { app, api } = await openVault()
const ids = app.operations.map(({ operationId }) => operationId)
const root = fileURLToPath(new URL('../../', import.meta.url))

for (const file of GENERATED_FILES) {
  test(`${file.path} is up to date with the code: npm run generate`, async () => {
    const address = addressOf(file)
    assert.ok(existsSync(address), `${file.path} is missing: npm run generate`)
    assert.equal(readFileSync(address, 'utf8'), await file.text())
  })
}

test('The service serves the checked-in document', async () => {
  const response = await api.get('/openapi.json')
  assert.equal(response.status, 200)
  const checkedIn = JSON.parse(readFileSync(`${root}openapi.json`, 'utf8'))
  assert.deepEqual(response.body, checkedIn, 'npm run generate')
})

test('The document has at most 4,590 bytes an operation as it is sent: what repeats is a part', () => {
  const document = JSON.parse(readFileSync(`${root}openapi.json`, 'utf8'))
  const bytes = Buffer.byteLength(JSON.stringify(document))
  assert.ok(bytes <= 4_590 * ids.length, `${bytes} bytes`)
})

test('Every schema can be compiled, which the first request of its operation waits for', () => {
  assert.ok(app.warmUps.length > 2 * OPERATIONS.length)
  for (const compile of app.warmUps) compile()
})

test('Every tag of an operation is described', () => {
  const { tags } = DOCUMENT
  const used = new Set(OPERATIONS.flatMap((operation) => operation.tags))
  assert.deepEqual(tags.map(({ name }) => name).sort(), [...used].sort())
})

test('Each parameter has an example that may be sent, but for a place in one list', () => {
  const ajv = new Ajv({ strict: false, formats: { 'date-time': true } })
  for (const [name, { example, schema }] of Object.entries<Parameter>(
    DOCUMENT.components.parameters as never,
  )) {
    if (name === 'query.cursor') continue
    assert.ok(example !== undefined && ajv.validate(schema, example), `${name}: ${example}`)
  }
})

interface Parameter {
  readonly example?: unknown
  readonly schema: object
}

test('Published responses are open, requests are closed, and flags are booleans', () => {
  const reject = OPERATIONS.find(({ operationId }) => operationId === 'rejectTransfer')
  const { requestBody, parameters } = reject ?? {}
  assert.match(JSON.stringify(requestBody), /"additionalProperties":false/)
  const flag = parameters?.find(({ name }) => name === 'validateOnly')
  assert.deepEqual(flag?.schema, { type: 'boolean' })
  for (const { responses } of OPERATIONS) {
    assert.doesNotMatch(JSON.stringify(responses), /"additionalProperties":false/)
  }
})

test('The document has the request that webhook endpoints receive', async () => {
  const { webhooks } = (await api.get('/openapi.json')).body
  const { requestBody, parameters } = webhooks.event.post
  const { schema } = requestBody.content['application/json']
  assert.deepEqual(schema, { $ref: '#/components/schemas/Event' })
  const names = parameters.map(({ name }: { name: string }) => name)
  assert.deepEqual(names, ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
})

test('Every code of the catalogue is documented by an operation, or arises below HTTP', () => {
  const documented = new Set<string>()
  for (const operation of OPERATIONS) {
    for (const { status } of Object.values(REFUSALS)) {
      for (const code of codesOf(operation, status)) documented.add(code)
    }
  }
  const ofSessions = [
    ...['session_ended', 'cross_site_request', 'https_required'],
    ...['invalid_sign_in_code', 'person_suspended'],
  ] as RefusalCode[]
  const elsewhere: RefusalCode[] = ['route_not_found', 'method_not_allowed', ...ofSessions]
  assert.deepEqual([...documented, ...elsewhere].sort(), Object.keys(REFUSALS).sort())
})

test('Every operation documents the problems that any request can get below HTTP', () => {
  for (const operation of OPERATIONS) {
    for (const code of ['malformed_request', 'request_timeout', 'headers_too_large'] as const) {
      const codes = codesOf(operation, REFUSALS[code].status)
      assert.ok(codes.includes(code), `${operation.operationId}: ${code}`)
    }
  }
})

test('.env.example lists exactly the existing settings, with their defaults', () => {
  const rows = tableRows('.env.example', /^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/gm)
  const shown = rows.filter(([, name]) => name !== 'NAME_FILE').map(([, ...row]) => row)
  const settings = Object.entries(SETTINGS).map(([name, setting]) => [name, setting.default])
  assert.deepEqual(shown, settings)
})

test('Every operationId stands in one file, which the list imports, and names its test', () => {
  // reads.test.ts sees that each read has a row there, or a test of its own.
  const untested = app.operations
    .filter(({ method }) => method !== 'GET')
    .map((one) => one.operationId)
  assert.deepEqual(
    untested.filter((id) => !hasOwnTest(id)),
    [],
    'see support/contract/own-tests.ts',
  )
  const page = readFileSync(`${root}src/operations.ts`, 'utf8')
  const declared: string[] = []
  for (const [, path = ''] of page.matchAll(/ from '\.\/([^']+)'/g)) {
    const file = readFileSync(`${root}src/${path}`, 'utf8')
    declared.push(...[...file.matchAll(/operationId: '(\w+)'/g)].map(([, id = '']) => id))
  }
  assert.deepEqual(declared.toSorted(), ids.toSorted())
})

function tableRows(path: string, pattern: RegExp): RegExpExecArray[] {
  return [...readFileSync(`${root}${path}`, 'utf8').matchAll(pattern)]
}
