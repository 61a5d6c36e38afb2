import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { freePort } from '../../../test/support/processes/free-port.ts'
import { withoutWriting } from '../../../test/support/vault/refusal.ts'
import { TransferSetup } from '../../../test/support/vault/transfers.ts'
import { openVault } from '../../../test/support/vault/vault.ts'
import { McpClient } from './mcp-client.ts'

const vault = await openVault()
const { api, records, url } = vault
const setup = await TransferSetup.open(vault)
const { organizationId, source, destination } = setup
const { token } = setup.creator
const client = await McpClient.start(after, { url, token })

const { paths } = (await api.get('/openapi.json')).body
// biome-ignore lint/suspicious/noExplicitAny: the document is judged elsewhere
const operations: any[] = Object.entries<any>(paths).flatMap(([path, methods]) =>
  Object.entries<object>(methods).map(([method, operation]) => ({ path, method, ...operation })),
)
const dryRun = { $ref: '#/components/parameters/query.validateOnly' }
const hasDryRun = ({ parameters = [] }) =>
  parameters.some((each) => JSON.stringify(each) === JSON.stringify(dryRun))

test('there is a tool for each read and each dry run of the document, and no other', async () => {
  const tools = await client.tools()
  const expected = operations.filter((each) => each.method === 'get' || hasDryRun(each))
  const names = tools.map(({ name }) => name).sort()
  assert.ok(names.length > 80)
  assert.deepEqual(names, expected.map(({ operationId }) => operationId).sort())
  for (const { name, annotations, description, inputSchema } of tools) {
    const operation = operations.find(({ operationId }) => operationId === name)
    assert.equal(annotations?.readOnlyHint, true, name)
    assert.equal(annotations?.destructiveHint, false, name)
    assert.ok(description?.endsWith(operation.description), name)
    assert.equal(description?.startsWith('A dry run: '), operation.method === 'post', name)
    const properties = Object.keys(inputSchema.properties ?? {})
    for (const absent of ['validateOnly', 'Idempotency-Key', 'If-None-Match']) {
      assert.ok(!properties.includes(absent), `${name}: ${absent}`)
    }
  }
  assert.match(client.instructions() ?? '', /nextArguments/)
})

test('each tool has a schema of its arguments that stands alone', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const { name, inputSchema } of await client.tools()) {
    assert.doesNotMatch(JSON.stringify(inputSchema), /"\$ref"/, name)
    ajv.compile(inputSchema)
  }
  const create = (await client.tools()).find(({ name }) => name === 'createTransfer')
  const isValid = ajv.compile(create?.inputSchema as object)
  const items = [{ inventoryItemId: 'item_1', reason: 'trade' }]
  const body = { fromFboAccountId: 'fbo_1', toFboAccountId: 'fbo_2', items }
  assert.equal(isValid({ body }), true)
  assert.equal(isValid({ body: { ...body, items: [] } }), false)
  assert.equal(isValid({}), false)
})

test('the tools are those that the token may call', async () => {
  const reader = await records.token(organizationId, ['fbo_accounts:read'])
  const own = await McpClient.start(after, { url, token: reader.token })
  const names = (await own.tools()).map(({ name }) => name)
  const allowed = operations.filter((each) =>
    ['fbo_accounts:read', null].includes(each['x-permission']),
  )
  const expected = allowed.filter((each) => each.method === 'get' || hasDryRun(each))
  assert.deepEqual(names.sort(), expected.map(({ operationId }) => operationId).sort())
})

test('a read returns what the service does', async () => {
  const { body } = await api.get(`/v1/fbo-accounts/${source}?include=names`, { token })
  const found = await client.call('getFboAccount', { id: source, include: 'names' })
  assert.deepEqual(found.data, body)
  assert.deepEqual(JSON.parse(found.text), body)
})

test('nextArguments lead through all pages of a list, 50 records at most', async () => {
  const ids = await setup.items(60)
  const sizes: number[] = []
  const seen: string[] = []
  let given: Record<string, unknown> | undefined = { fboAccountId: source, limit: 1_000 }
  while (given !== undefined) {
    const { data } = await client.call('listInventoryItems', given)
    sizes.push(data.data.length)
    seen.push(...data.data.map(({ id }: { id: string }) => id))
    given = data.nextArguments
  }
  assert.deepEqual(sizes, [50, 10])
  assert.deepEqual(seen.sort(), ids.toSorted())
})

test('a dry run checks the request and writes nothing', async () => {
  const [inventoryItemId] = await setup.items(1)
  const items = [{ inventoryItemId, reason: 'trade' }]
  const body = { fromFboAccountId: source, toFboAccountId: destination, items }
  await withoutWriting(records, async () => {
    const { isError, data } = await client.call('createTransfer', { body })
    assert.equal(isError, false)
    assert.equal(data.data.status, 'pending')
  })
})

test('a change without --allow-changes is refused, and says what allows it', async () => {
  await withoutWriting(records, async () => {
    const patched = await client.call('updateFboAccount', { id: source, body: { phone: '+1 2' } })
    assert.equal(patched.isError, true)
    assert.match(patched.text, /updateFboAccount is a change\. .*--allow-changes/)
    const real = await client.call('createTransfer', { body: {}, validateOnly: false })
    assert.equal(real.isError, true)
    assert.match(real.text, /always a dry run here.*--allow-changes/)
  })
})

test('a refusal is an error with its code, what to do, and every violation', async () => {
  const body = { fromFboAccountId: source, toFboAccountId: 7, items: [], more: 1 }
  const { isError, text, data } = await client.call('createTransfer', { body })
  assert.equal(isError, true)
  assert.match(text, /^400 invalid_request: /)
  assert.deepEqual(data.code, 'invalid_request')
  assert.ok(data.errors.length >= 3)
  for (const { pointer, detail } of data.errors) assert.ok(text.includes(`- ${pointer}: ${detail}`))
})

test('arguments of which no request can be made are named, all at once', async () => {
  const wrong = await client.call('listWebhookDeliveries', { id: '..', one: 1, two: 2 })
  assert.equal(wrong.isError, true)
  assert.match(wrong.text, /"one".*\n.*"two".*\n.*id cannot be a step of a path/)
  assert.match((await client.call('getTransfer')).text, /needs the argument "id"/)
  assert.match((await client.call('getNothing')).text, /no tool getNothing/)
})

test('a response that would fill the context is refused with what to do', async () => {
  const other = await TransferSetup.open(vault)
  const large = await McpClient.start(after, { url, token: other.creator.token })
  for (let count = 0; count < 50; count += 1) {
    await other.transfer({ more: { notes: 'x'.repeat(2_000) } })
  }
  const { isError, text } = await large.call('listTransfers', { limit: 50 })
  assert.equal(isError, true)
  assert.match(text, /^The response has \d{6} characters, .* Pass a smaller limit/)
  assert.equal((await large.call('listTransfers', { limit: 20 })).isError, false)
})

test('a service that cannot be reached is named, for the list and for a call', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const lost = await McpClient.start(after, { url: nowhere, token })
  await assert.rejects(lost.tools(), ({ message }: Error) => {
    return message.includes(`The vault at ${nowhere} cannot be reached: connect ECONNREFUSED`)
  })
  const { isError, text } = await lost.call('getSummary')
  assert.equal(isError, true)
  assert.match(text, /cannot be reached/)
})

test('a token that the service does not know is told as the service tells it', async () => {
  const other = await McpClient.start(after, { url, token: 'vit_unknown' })
  await assert.rejects(other.tools(), /refuses \/v1\/caller: 401 invalid_token: /)
  assert.match((await other.call('getSummary')).text, /^401 invalid_token: /)
})
