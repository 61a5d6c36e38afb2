import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { withoutWriting } from '../../../test/support/vault/refusal.ts'
import { TransferSetup } from '../../../test/support/vault/transfers.ts'
import { openVault } from '../../../test/support/vault/vault.ts'
import { McpClient } from './mcp-client.ts'

const vault = await openVault()
const { api, records, url } = vault
const setup = await TransferSetup.open(vault)
const { source, destination } = setup
const { token } = setup.creator
const client = await McpClient.start(after, { url, token, allowsChanges: true })

async function newTransfer() {
  const [inventoryItemId] = await setup.items(1)
  const items = [{ inventoryItemId, reason: 'trade' }]
  return { fromFboAccountId: source, toFboAccountId: destination, items }
}

test('where changes are allowed, each operation is a tool, and says what it may do', async () => {
  const { paths } = (await api.get('/openapi.json')).body
  const ids = Object.values<Record<string, { operationId: string }>>(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId)
  const tools = await client.tools()
  assert.deepEqual(tools.map(({ name }) => name).sort(), ids.sort())
  const hints = (name: string) => {
    const { annotations = {} } = tools.find((tool) => tool.name === name) ?? {}
    const { readOnlyHint, destructiveHint, idempotentHint } = annotations
    return { readOnlyHint, destructiveHint, idempotentHint }
  }
  const [no, yes] = [false, true]
  assert.deepEqual(
    ['getTransfer', 'createTransfer', 'cancelTransfer', 'updateFboAccount', 'deleteRole'].map(
      hints,
    ),
    [
      { readOnlyHint: yes, destructiveHint: no, idempotentHint: yes },
      { readOnlyHint: no, destructiveHint: yes, idempotentHint: no },
      { readOnlyHint: no, destructiveHint: yes, idempotentHint: no },
      { readOnlyHint: no, destructiveHint: yes, idempotentHint: yes },
      { readOnlyHint: no, destructiveHint: yes, idempotentHint: yes },
    ],
  )
})

test('a change is made, under a key of its own for each call', async () => {
  const made = await client.call('createTransfer', { body: await newTransfer() })
  assert.equal(made.isError, false, made.text)
  const { id } = made.data.data
  const { data } = (await api.get(`/v1/transfers/${id}`, { token })).body
  assert.match(data.idempotencyKey, /^[0-9a-f-]{36}$/)
  const other = await client.call('createTransfer', { body: await newTransfer() })
  const second = (await api.get(`/v1/transfers/${other.data.data.id}`, { token })).body.data
  assert.notEqual(second.idempotencyKey, data.idempotencyKey)
  const phone = '+1 206 555 0199'
  const patched = await client.call('updateFboAccount', { id: source, body: { phone } })
  assert.equal(patched.data.data.phone, phone)
})

test('a call with the key of an earlier one returns its response', async () => {
  const given = { body: await newTransfer(), 'Idempotency-Key': 'spring-fair-7' }
  const first = await client.call('createTransfer', given)
  const again = await client.call('createTransfer', given)
  assert.equal(first.isError, false, first.text)
  assert.deepEqual(again.data, first.data)
})

test('validateOnly makes a dry run of a change', async () => {
  const body = await newTransfer()
  await withoutWriting(records, async () => {
    const { isError, data } = await client.call('createTransfer', { body, validateOnly: true })
    assert.deepEqual([isError, data.data.status], [false, 'pending'])
  })
})

test('an operation that returns a secret remains a dry run', async () => {
  const secrets = ['issueAccessToken', 'rotateAccessToken']
  const tools = await client.tools()
  const hooks = ['createWebhookEndpoint', 'rotateWebhookSecret']
  for (const name of [...secrets, ...hooks]) {
    const tool = tools.find((each) => each.name === name)
    assert.equal(tool?.annotations?.readOnlyHint, true, name)
  }
  const permissions = ['fbo_accounts:read']
  const { token: own } = setup.creator
  const before = (await api.get('/v1/access-tokens', { token: own })).body.data.length
  const issued = await client.call('issueAccessToken', { body: { permissions, owner: 'Ada' } })
  assert.equal(issued.isError, false, issued.text)
  assert.equal((await api.get('/v1/access-tokens', { token: own })).body.data.length, before)
})

for (const loss of ['no response', 'a page of a proxy', 'too long a failure'] as const)
  test(`a change of which came ${loss} names the key to ask with again`, async () => {
    const passed = new Set<string>()
    // Makes the change, and closes the connection or sends something else in place of a response.
    const proxy = createServer(async (request, response) => {
      const body = request.method === 'POST' ? await text(request) : undefined
      const fetched = await fetch(`${url}${request.url}`, {
        method: request.method as string,
        headers: headersOf(request.headers),
        ...(body !== undefined && { body }),
      })
      const sent = await fetched.text()
      const isFirst = request.method === 'POST' && passed.size === 0
      if (isFirst) {
        passed.add(JSON.parse(sent).data.id)
        if (loss === 'no response') request.socket.destroy()
        else if (loss === 'a page of a proxy') response.writeHead(201).end('<html>')
        else response.writeHead(502).end(JSON.stringify({ page: 'x'.repeat(100_000) }))
      } else response.writeHead(fetched.status).end(sent)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    after(() => proxy.close())
    const { port } = proxy.address() as AddressInfo
    const behind = `http://127.0.0.1:${port}`
    const lost = await McpClient.start(after, { url: behind, token, allowsChanges: true })
    const body = await newTransfer()
    const failed = await lost.call('createTransfer', { body })
    assert.deepEqual([failed.isError, failed.data], [true, undefined])
    const [, key] =
      /The change may have been made.*"Idempotency-Key": "([^"]+)"/.exec(failed.text) ?? []
    assert.ok(key !== undefined, failed.text)
    const found = await lost.call('createTransfer', { body, 'Idempotency-Key': key })
    assert.deepEqual([found.data.data.id], [...passed])
  })

function headersOf(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const kept = ['authorization', 'content-type', 'idempotency-key']
  return Object.fromEntries(
    kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, `${headers[name]}`]])),
  )
}
