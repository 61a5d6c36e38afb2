import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CATALOGUE } from '../support/catalogue/catalogue.ts'
import { pathPosition, type Row } from '../support/catalogue/row.ts'
import { World } from '../support/catalogue/world.ts'
import { codesOf, OPERATIONS } from '../support/contract/published-operations.ts'
import { idsOf } from '../support/load/keyed-changes.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// If-Match of every change that documents 412, If-None-Match of every read that documents 304; the
// others refuse them by name.

const { api, records, sql, url } = await openVault()
const organizationId = await records.organization(undefined, 'test')
const { token } = await records.token(organizationId)
const world = new World(sql, records)
const rowsWith = (status: number) =>
  OPERATIONS.filter(({ responses }) => status in responses).map(({ operationId }) => {
    return [operationId, CATALOGUE[operationId] as Row] as const
  })

const VERSIONED = `
  addInventoryItemEvidence approveOutboundShipment
  approveRevaluation approveTransfer cancelOutboundShipment cancelRevaluation cancelTransfer
  deleteRole deliverOutboundShipment eraseFboAccount holdOutboundShipment
  inspectOutboundShipment makePrimary rejectRevaluation rejectTransfer
  releaseOutboundShipment resumePerson returnOutboundShipmentToPacking
  rotateWebhookSecret setInsuredMaximum shipOutboundShipment submitOutboundShipment
  suspendPerson unbindPerson updateFboAccount updateFboAccountProfile updateInventoryItem
  updateOutboundShipment updatePerson updateRole updateTransfer updateWebhookEndpoint`

const NOT_MODIFIED = `
  getFboAccount getFboAccountProfile getInventoryItem getOutboundShipment
  getPerson getRevaluation getRole getSummary
  getTransfer getWebhookEndpoint`

test('The changes that know versions, and the reads that can be not modified, are these', () => {
  for (const [status, named] of [
    [412, VERSIONED],
    [304, NOT_MODIFIED],
  ] as const) {
    const documented = rowsWith(status).map(([operationId]) => operationId)
    assert.deepEqual(documented.sort(), named.trim().split(/\s+/), `${status}`)
  }
})

/** Sends the operation for a record of its own. */
async function changeOf(row: Row, id?: string) {
  const ids = await idsOf(row, world, organizationId)
  const position = pathPosition(row) as string
  if (id !== undefined) ids.set(position, id)
  const { method, path, body } = row.request((place) => ids.get(place) as string, position)
  const send = (ifMatch: string, sent = body) =>
    api.request(method, path, { token, headers: { 'If-Match': ifMatch }, body: sent })
  // No record has the version 0: the refusal names the present one.
  const etag = (await send('"0"')).headers.get('etag')
  return { path, send, version: Number(etag?.slice(1, -1)) }
}

for (const [operationId, row] of rowsWith(412)) {
  test(`${operationId} is refused at another version and writes nothing, and succeeds at its own`, async () => {
    const { path, send, version } = await changeOf(row)
    const weak = `W/"${version}"`
    const others = ['"0"', '"x"', weak, `"${version + 1}"`, '"0", "x"', '"99999999999"']
    await withoutWriting(records, async () => {
      for (const ifMatch of [...others, `"0${version}"`]) {
        const response = await send(ifMatch)
        const [, name = ''] = / of the ([a-z ]+):/.exec(response.body.detail) ?? []
        const known = `${row.notFound[0]} ${path}`
        assert.ok(name !== '' && known.includes(name.replace(' ', '_')), response.text)
        assertRefused(response, {
          status: 412,
          code: 'version_conflict',
          detail:
            `If-Match does not name the current version "${version}" of the ${name}: read it ` +
            'again, decide again, and send the new ETag.',
          instance: path,
        })
        assert.equal(response.headers.get('etag'), `"${version}"`)
      }
    })
    const response = await send(`"${version}"`)
    assert.equal(response.status, 200, response.text)
    const isGone = operationId.startsWith('delete')
    assert.equal(response.headers.get('etag'), `"${isGone ? version : version + 1}"`)
  })

  test(`${operationId} succeeds with If-Match *, or a list with the right version`, async () => {
    for (const how of ['*', ' * ', '"0",V', 'W/V , V']) {
      const { send, version } = await changeOf(row)
      const response = await send(how.replaceAll('V', `"${version}"`))
      assert.equal(response.status, 200, response.text)
    }
  })

  test(`${operationId} refuses a malformed If-Match together with all other violations`, async () => {
    const { send } = await changeOf(row)
    await withoutWriting(records, async () => {
      for (const ifMatch of ['1', '"1', '"1" "2"', ',', '', '*, "1"', 'w/"1"']) {
        const response = await send(ifMatch, { no: 1 })
        assert.equal(response.status, 400, ifMatch)
        const { errors } = response.body
        const { in: place, pointer } = errors.at(-1)
        assert.deepEqual([place, pointer], ['header', '/If-Match'], ifMatch)
        assert.ok(errors.length > 1)
      }
    })
  })

  test(`${operationId} of a record that does not exist is 404 with any If-Match`, async () => {
    const { send } = await changeOf(row, 'x_nobody')
    const response = await send('"1"')
    assert.deepEqual([response.status, response.body.code], [404, row.notFound[0]])
  })
}

for (const [operationId, row] of rowsWith(304)) {
  test(`${operationId} does not send a version again that the client has: 304`, async () => {
    const ids = await idsOf(row, world, organizationId)
    const { path } = row.request((place) => ids.get(place) as string, '')
    const get = (ifNoneMatch: string) =>
      api.get(path, { token, headers: { 'If-None-Match': ifNoneMatch } })
    const known = await api.get(path, { token })
    const etag = known.headers.get('etag') as string
    assert.equal(known.headers.get('cache-control'), 'private, no-cache')
    for (const ifNoneMatch of [etag, '*', `W/${etag}`, `"5", ${etag}`]) {
      const response = await get(ifNoneMatch)
      assert.deepEqual([response.status, response.text], [304, ''], ifNoneMatch)
      assert.equal(response.headers.get('etag'), etag)
    }
    for (const ifNoneMatch of ['"0"', '1', '', 'x']) {
      const response = await get(ifNoneMatch)
      assert.deepEqual([response.status, response.headers.get('etag')], [200, etag], ifNoneMatch)
      assert.deepEqual(Object.keys(response.body.data), Object.keys(known.body.data))
      assert.equal('version' in response.body.data, false)
    }
  })
}

/** Values that a client could rely on, and the one of RFC 9110, 13.1.2, for creations. */
const RELIED_ON = ['*', '"1"', '"999"', 'W/"1"']

for (const { operationId, path, method, parameters = [], responses } of OPERATIONS) {
  const documented = parameters.filter((each) => each.in === 'header').map(({ name }) => name)
  for (const [header, status] of [
    ['If-Match', 412],
    ['If-None-Match', 304],
  ] as const) {
    if (documented.includes(header)) {
      test(`${operationId} honours ${header} with a status of its own`, () => {
        assert.ok(responses[status])
      })
      continue
    }
    test(`${operationId} refuses ${header} by its name`, async () => {
      assert.notDeepEqual(codesOf({ responses }, 400), [])
      const given = operationId === 'createImport' ? '' : {}
      const sent = method === 'GET' || method === 'DELETE' ? {} : { body: given }
      await withoutWriting(records, async () => {
        for (const value of RELIED_ON) {
          const headers = { [header]: value }
          const target = path.replaceAll(/\{\w+\}/g, 'some_id')
          const response = await api.request(method, target, { token, headers, ...sent })
          assert.equal(response.status, 400, response.text)
          const { errors } = response.body as { errors: { pointer: string; in?: string }[] }
          const named = errors.filter(({ in: place }) => place === 'header')
          assert.deepEqual(
            named.map(({ pointer }) => pointer),
            [`/${header}`],
          )
        }
      })
    })
  }
}

test('HEAD is judged as GET', async () => {
  const headers = { Authorization: `Bearer ${token}`, 'If-Match': '*' }
  const response = await fetch(`${url}/v1/fbo-accounts`, { method: 'HEAD', headers })
  assert.equal(response.status, 400)
})
