import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LISTS, readsOf } from '../support/catalogue/catalogue.ts'
import { World } from '../support/catalogue/world.ts'
import { OPERATIONS, type Parameter, resolve } from '../support/contract/published-operations.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { begun, linksOf } from '../support/vault/links.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// The query parameters of every read, as its published schema describes them; and every instant
// that a request can send: PostgreSQL reads fewer of them than RFC 3339 has.

const { api, records, sql } = await openVault()
const organizationId = await records.organization(undefined, 'test')
const { token } = await records.token(organizationId)
const world = new World(sql, records)

/** The query parameters of a read, in the order of the document. */
function parametersOf(operationId: string): readonly Parameter[] {
  const operation = OPERATIONS.find((one) => one.operationId === operationId)
  return operation?.parameters?.filter((parameter) => parameter.in === 'query') ?? []
}

const INTEGER = 'must be a plain decimal whole number.'
const INSTANT =
  'must be an RFC 3339 date and time, such as 2026-11-21T09:15:00.000Z; an offset has ' +
  'less than 16 hours.'
const FORM = 'does not have the documented format.'
const NOT_INTEGERS = [
  ...['', 'x', '%2B1', '+1', '01', '1.', '.5', '1.5', '1e-1', '1e', '1e20', '1e400', '0x10', '1_0'],
  ...['%201', '1%20', 'null', 'true', 'NaN', 'Infinity', '１', '1,2', '1.0000000000000001', '00'],
  ...['--1', '9007199254740993'],
  '9'.repeat(400),
]
const NOT_INSTANTS = [
  ...['', 'now', '2026-01-01', '1767225600000', '2026-01-01T00:00:00', '2026-01-01 00:00:00Z'],
  '2026-02-30T00:00:00Z',
  // The hour after it is in a year beyond PostgreSQL's reading.
  '9999-12-31T23:59:59-01:00',
]
const BLANK = ' The + of its offset arrived as a blank: write + as %2B in a URL.'
const NOT_IDS = ['', '%00', 'a%2Fb', 'ö', 'a%20b', 'x'.repeat(65), "'--", '%ZZ']

/** Values that a parameter refuses, with the sentence of each. */
function refusedValues({ name, schema }: Parameter): [value: string, sentence: string][] {
  const refused = (values: readonly string[], sentence: string) =>
    values.map((value): [string, string] => [value, sentence])
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = 0 } = schema
    const beyond = [minimum - 1, maximum + 1, `${minimum - 1}.0`, '-1', '1e15'].map(String)
    const range = `must be a whole number from ${minimum} to ${maximum}.`
    return [...refused(beyond, range), ...refused(NOT_INTEGERS, INTEGER)]
  }
  if (schema.format === 'date-time') {
    const blank = refused(['2026-01-01T00:00:00+02:00'], INSTANT + BLANK)
    return [...refused(NOT_INSTANTS, INSTANT), ...blank]
  }
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum
  if (choices !== undefined) {
    const [first = ''] = choices
    const capital = `${first.charAt(0).toUpperCase()}${first.slice(1)}`
    const others = [
      '',
      capital,
      ...[`${first}%20`, `${choices.join(',')},`, `${first}s`, '1', 'null', '%00'],
    ]
    return refused(others, `must be one of ${choices.join(', ')}.`)
  }
  if (schema.pattern?.startsWith('^(') === true && name === 'status') {
    const choices = schema.pattern.slice(2, schema.pattern.indexOf(')')).split('|')
    const [first = ''] = choices
    const sentence = `${FORM} Send one or more of ${choices.join(', ')}, separated by commas.`
    const others = [
      '',
      first.toUpperCase(),
      ...[`${first},`, `,${first}`, `${first}%20,${first}`, `${first},x`],
    ]
    return refused([...others, '%00', `${first};${first}`], sentence)
  }
  if (schema.pattern?.includes('{1,64}') === true) return refused(NOT_IDS, FORM)
  if (name === 'idempotencyKey') return refused(['1%00', 'a%20b'], FORM)
  return []
}

/** The targets of the links, without the moment and the place that they continue from. */
function withoutPlace(response: ApiResponse): object {
  return Object.entries(linksOf(response)).map(([relation, target]) => [
    relation,
    target.replace(/&(asOf|cursor)=.*/, ''),
  ])
}

function violation(name: string, sentence: string, code = 'invalid_parameter') {
  return { pointer: `/${name}`, in: 'query', code, detail: `${name} ${sentence}` }
}

const reads = await readsOf(world, organizationId)
const IDS: Readonly<Record<string, string>> = {
  'fbo-accounts': await world.account(organizationId),
  'webhook-endpoints': await world.webhook(organizationId),
}
// The first read reviews the transfers that were made.
await api.get('/v1/transfers', { token })

for (const [operationId, request] of reads) {
  const parameters = parametersOf(operationId)
  const [path = '', required = ''] = request.split('?')
  const refuse = async (sent: string, errors: readonly ReturnType<typeof violation>[]) => {
    const isSent = sent.startsWith(`${required.split('=')[0]}=`)
    const query = required === '' || isSent ? sent : `${required}&${sent}`
    const codes = new Set(errors.map(({ code }) => code))
    const code = codes.size > 1 ? 'invalid_request' : (errors[0]?.code as 'invalid_parameter')
    assertRefused(await api.get(`${path}?${query}`, { token }), {
      status: 400,
      code,
      instance: path,
      errors,
    })
  }

  const known = parameters.map(({ name }) => name)
  const allowed = known.length === 0 ? 'This operation has none.' : `It has: ${known.join(', ')}.`
  const unknown = (name: string) =>
    violation(name, `is not a query parameter of this operation. ${allowed}`, 'unknown_parameter')

  test(`${operationId} refuses an unknown parameter, and names the known ones`, async () => {
    await withoutWriting(records, async () => {
      for (const name of ['expand', 'Page', 'page_size', 'constructor', '__proto__', 'page[]']) {
        await refuse(`${name}=1`, [unknown(name)])
      }
      await refuse('a=1&b=2&a=3', [unknown('a'), unknown('b')])
    })
  })

  for (const parameter of parameters) {
    const { name, schema } = parameter
    test(`${operationId} refuses ${name} in another form, or twice`, async () => {
      await withoutWriting(records, async () => {
        for (const [value, sentence] of refusedValues(parameter)) {
          await refuse(`${name}=${value}`, [violation(name, sentence)])
        }
        const twice = [violation(name, 'is given more than once: send it once.')]
        const value = schema.enum?.[0] ?? (schema.type === 'boolean' ? 'true' : '1')
        await refuse(`${name}=${value}&${name}=${value}`, twice)
        await refuse(`${name}=${value}&${name}=`, twice)
      })
    })
  }

  if (!(operationId in LISTS)) continue
  test(`${operationId}: page and limit are integers as JSON writes them, by default 1 and 25`, async () => {
    const [page, limit] = parameters.map(({ schema }) => schema)
    const bounds = { type: 'integer', minimum: 1 }
    assert.deepEqual(page, { ...page, ...bounds, maximum: 999_999_999_999_999, default: 1 })
    assert.deepEqual(limit, { ...limit, ...bounds, maximum: 100, default: 25 })
    const plain = await api.get(`${begun(request)}page=1&limit=25`, { token })
    assert.equal(plain.status, 200, plain.text)
    for (const query of ['', 'page=1.0&limit=25.0', 'page=1e0&limit=2.5e1', 'page=10E-1']) {
      const response = await api.get(`${begun(request)}${query}`, { token })
      assert.equal(response.text, plain.text, query)
      assert.deepEqual(withoutPlace(response), withoutPlace(plain))
    }
    const past = await api.get(`${begun(request)}page=999999999999999&limit=100`, { token })
    const pagination = { page: 999_999_999_999_999, hasMore: false }
    assert.deepEqual(past.body, { data: [], pagination })
    await refuse('page=0&limit=101&x=1', [
      unknown('x'),
      violation('page', 'must be a whole number from 1 to 999999999999999.'),
      violation('limit', 'must be a whole number from 1 to 100.'),
    ])
  })
}

interface Place {
  readonly name: string
  readonly send: (instant: string) => ReturnType<typeof api.get>
}

const places = OPERATIONS.flatMap((operation): Place[] => {
  const { operationId, path, method, parameters = [], requestBody } = operation
  const target = path.replace('{id}', IDS[path.split('/')[2] as string] ?? 'x')
  const request = (query: string, body?: object) =>
    api.request(method, `${target}${query}`, { token, body })
  const { properties = {} } = resolve(requestBody?.content['application/json']?.schema ?? {})
  return [
    ...parameters
      .filter(({ schema: { format } }) => format === 'date-time')
      .map(({ name }) => ({
        name: `${operationId} ?${name}`,
        send: (instant: string) => request(`?${name}=${encodeURIComponent(instant)}`),
      })),
    ...Object.entries(properties)
      .filter(([, { format }]) => format === 'date-time')
      .map(([name]) => ({
        name: `${operationId} ${name}`,
        send: (instant: string) => request('', { [name]: instant }),
      })),
  ]
})

test('The document names instants in queries and in bodies', () => {
  const names = places.map(({ name }) => name)
  for (const name of [
    ...['listEvents ?occurredFrom', 'listHoldings ?asOf', 'listTransfers ?createdFrom'],
    'replayWebhookEvents occurredFrom',
  ]) {
    assert.ok(names.includes(name), names.join(', '))
  }
})

for (const { name, send } of places) {
  test(`${name}: an instant is read, or refused with 400`, async () => {
    for (const instant of [
      ...['2026-01-01T00:00:00+23:59', '2026-01-01T00:00:00-23:59', '2026-01-01T00:00:00+16:00'],
      ...['2026-01-01T00:00:00-16:00', '2026-01-01T23:59:60Z', '0001-01-01T00:00:00Z'],
      '9999-12-31T23:59:59-15:59',
    ]) {
      const response = await send(instant)
      assert.equal(response.status, 400, `${instant}: ${response.text}`)
      assert.match(response.body.detail, /must be an RFC 3339 date and time.* 16 hours/)
    }
    for (const instant of [
      '2026-01-01T00:00:00+15:59',
      '2026-01-01T00:00:00-15:59',
      '1000-01-01T00:00:00+15:59',
      '2026-01-01T00:00:00.123456789Z',
    ]) {
      const response = await send(instant)
      assert.equal(response.status, 200, `${instant}: ${response.text}`)
    }
  })
}
