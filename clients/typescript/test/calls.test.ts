import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOwnVault } from '../../../test/support/vault/vault.ts'
import { createClient, type OperationId, ProblemError } from '../src/client.ts'
import { OPERATIONS } from '../src/generated/operations.ts'

// Against the service itself, behind a base path as behind a proxy.

const { app, records, url } = await openOwnVault({ BASE_PATH: '/vault' })
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const from = await records.fboAccount(organizationId)
const to = await records.fboAccount(organizationId)
const address = `${url}/vault/`
const vault = createClient({ url: address, token })

async function newTransfer() {
  const inventoryItemId = await records.inventoryItem(organizationId, from)
  return {
    fromFboAccountId: from,
    toFboAccountId: to,
    items: [{ inventoryItemId, reason: 'trade' as const }],
  }
}

test('each operation of the service is a method, and nothing else is', () => {
  const ids = app.operations.map(({ operationId }) => operationId)
  assert.deepEqual(Object.keys(OPERATIONS).sort(), ids.toSorted())
  assert.deepEqual(Object.keys(vault).sort(), [...ids, 'followEvents'].sort())
})

test('parameters of path, query and body are sent as such, and the reply has its version', async () => {
  const updated = await vault.updateFboAccount({ id: from, phone: '+1 206 555 0142' })
  assert.equal(updated.data.phone, '+1 206 555 0142')
  const got = await vault.getFboAccount({ id: from, include: 'names' })
  assert.deepEqual([got.data.phone, got.status, got.etag], [updated.data.phone, 200, updated.etag])
  assert.ok(got.body.included)
  assert.match(got.requestId ?? '', /^[0-9a-f-]{36}$/)
  const same = await vault.getFboAccount({ id: from }, { ifNoneMatch: got.etag ?? '' })
  assert.deepEqual([same.status, same.data], [304, undefined])
})

test('a change for a version that is no more is refused', async () => {
  const { etag = '' } = await vault.getFboAccount({ id: to })
  await vault.updateFboAccount({ id: to, lastName: 'Okafor' }, { ifMatch: etag })
  const late = vault.updateFboAccount({ id: to, lastName: 'Ek' }, { ifMatch: etag })
  await assert.rejects(late, (error) => {
    assert.ok(error instanceof ProblemError)
    assert.deepEqual([error.problem.code, error.problem.status], ['version_conflict', 412])
    return true
  })
})

test('a change whose response was lost is made once', async () => {
  let lost = 0
  const losing = async (...request: Parameters<typeof fetch>) => {
    const response = await fetch(...request)
    if (response.status !== 201 || lost > 0) return response
    lost += 1
    throw new TypeError('the connection broke')
  }
  const client = createClient({ url: address, token, fetch: losing })
  const transfer = await newTransfer()
  const { data, status, isReplayed } = await client.createTransfer(transfer)
  assert.deepEqual([lost, status, isReplayed], [1, 201, true])
  const made = await client.listTransferItems({ id: data.id })
  assert.deepEqual(
    made.data.map(({ inventoryItemId }) => inventoryItemId),
    transfer.items.map(({ inventoryItemId }) => inventoryItemId),
  )
})

test('the same key makes the change of an earlier call once', async () => {
  const [transfer, options] = [await newTransfer(), { idempotencyKey: 'order-7' }]
  const first = await vault.createTransfer(transfer, options)
  const second = await vault.createTransfer(transfer, options)
  assert.deepEqual(second.data, first.data)
  assert.deepEqual([first.isReplayed, second.isReplayed], [false, true])
})

test('a dry run changes nothing; a CSV file goes as it is, its parameters in the query', async () => {
  const dry = await vault.createTransfer({ ...(await newTransfer()), validateOnly: true })
  assert.equal(dry.headers.get('validate-only'), 'true')
  const csv = 'id,firstName,maxInsuredValueCents\nfbo_csv,Ada,100\n'
  const file = { type: 'fbo_accounts', csv } as const
  const preview = await vault.createImport({ ...file, validateOnly: true })
  assert.equal(preview.status, 200)
  const imported = await vault.createImport({ ...file, csv: new Blob([csv]) })
  assert.equal(imported.status, 201)
  assert.equal((await vault.getFboAccount({ id: 'fbo_csv' })).data.firstName, 'Ada')
  const id = await records.inventoryItem(organizationId, from)
  const values = `inventoryItemId,declaredValueCents\n${id},100\n`
  const revalued = await vault.revalueInventoryItems({ csv: values, reason: 'Appraised' })
  assert.equal(revalued.status, 200)
})

test('all violations of a bad request are in its problem', async () => {
  const bad = vault.createTransfer({ fromFboAccountId: from, toFboAccountId: from, items: [] })
  await assert.rejects(bad, (error) => {
    assert.ok(error instanceof ProblemError)
    assert.equal(error.problem.errorsTotal, 2)
    return true
  })
  for (const id of ['', '.', '..']) assert.throws(() => vault.getTransfer({ id }), TypeError, id)
})

test('a list is awaited for a page, or gone through with its pages, by the links', async () => {
  await records.inventoryItems(organizationId, to, 7)
  const filter = { fboAccountId: to, limit: 3 }
  const page = await vault.listInventoryItems(filter)
  assert.deepEqual([page.data.length, page.body.pagination.hasMore], [3, true])
  const ids: string[] = []
  for await (const { id } of vault.listInventoryItems(filter)) ids.push(id)
  assert.equal(new Set(ids).size, 7)
  const sizes: number[] = []
  for await (const { data } of vault.listInventoryItems(filter).pages()) sizes.push(data.length)
  assert.deepEqual(sizes, [3, 3, 1])
})

test('a link to another server is not followed, so that no token goes there', async () => {
  const forged = async (...request: Parameters<typeof fetch>) => {
    const response = await fetch(...request)
    const link = '<https://elsewhere.test/v1/inventory-items?page=2>; rel="next"'
    return new Response(response.body, { headers: { link } })
  }
  const client = createClient({ url: address, token, fetch: forged })
  await assert.rejects(async () => {
    for await (const _ of client.listInventoryItems({ limit: 1 }));
  }, /next page is elsewhere: https:\/\/elsewhere\.test/)
})

test('the feed is followed from a cursor, each event once, until the signal ends it', async () => {
  const ended = new AbortController()
  const seen: string[] = []
  let kept: string | undefined
  for await (const { events, cursor } of vault.followEvents({ limit: 2, wait: 0 })) {
    seen.push(...events.map(({ id }) => id))
    kept = cursor
  }
  assert.ok(kept !== undefined && seen.length > 2)
  const { data: transfer } = await vault.createTransfer(await newTransfer())
  const later: string[] = []
  const following = async () => {
    const feed = vault.followEvents({ cursor: kept ?? '', wait: 5 }, { signal: ended.signal })
    for await (const { events } of feed) {
      for (const event of events) {
        later.push(`${event.type} ${event.subject.id}`)
        assert.ok(!seen.includes(event.id))
        if (event.type === 'transfer.cancelled') ended.abort('enough')
      }
      // It waits for this one.
      if (later.length === 1) await vault.cancelTransfer({ id: transfer.id, reason: 'Test' })
    }
  }
  await assert.rejects(following, (reason) => reason === 'enough')
  assert.deepEqual(later, [`transfer.created ${transfer.id}`, `transfer.cancelled ${transfer.id}`])
})

test('the operations with links are those that are lists', () => {
  const lists = Object.entries(OPERATIONS).filter(([, { isList }]) => isList)
  const ids: OperationId[] = ['listEvents', 'searchRecords']
  assert.ok(lists.length > 15)
  for (const id of ids) assert.equal(OPERATIONS[id].isList, false)
})
