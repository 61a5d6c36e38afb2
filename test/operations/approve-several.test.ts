import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RevaluationSetup } from '../support/operations/revaluation-setup.ts'
import { ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertConsistent } from '../support/vault/consistency.ts'
import { assertCode, assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// Records of each kind that need the approvals of several people. Those of transfers alone are in
// approve-transfer.several.test.ts.
const vault = await openVault()
const { api, records, sql } = vault

type By = { readonly token: string }

const send = async (path: string, { token }: By, body: object = {}, method = 'POST') => {
  const response = await api.request(method, `/v1${path}`, { token, body })
  assert.equal(response.status, 200, response.text)
  return response.body.data
}
const setPolicy = (by: By, body: object) => send('/organization-policy', by, body, 'PATCH')

async function shipments(approvalRules: readonly object[] = [{ approvals: 2 }]) {
  const setup = await ShipmentSetup.open(vault)
  await setPolicy(setup.approver, { approvalRules })
  const second = await records.token(setup.organizationId)
  const bring = async (items = 1) =>
    setup.bring('pending_approval', 'plain', await setup.items(items))
  const move = (id: string, verb: string, by: By) => send(`/outbound-shipments/${id}/${verb}`, by)
  return { setup, second, bring, move }
}

async function revaluations(policy: object = { approvalRules: [{ approvals: 2 }] }) {
  const setup = await RevaluationSetup.open(vault, { revaluationMaxCents: '0', ...policy })
  const revalued = async (from: string, to: string): Promise<[id: string, item: string]> => {
    const item = await setup.item(from)
    return [(await setup.pending([[item, to]])).id, item]
  }
  return { setup, revalued }
}

/** Ways to a record of each kind; its path, its status before and after, and who decided it. */
const KINDS = {
  transfer: {
    ...{ path: '/transfers', pending: 'pending', approved: 'completed' },
    open: async () => {
      const setup = await TransferSetup.open(vault)
      await setup.decide({ approvalRules: [{ approvals: 2 }] })
      const { id, itemIds } = await setup.transfer()
      const assertMoved = async (isMoved: boolean) => {
        for (const { status } of await setup.stored(itemIds)) {
          assert.equal(status, isMoved ? 'in_vault' : 'transfer_pending')
        }
      }
      return { ...setup, id, assertMoved }
    },
  },
  outbound_shipment: {
    ...{ path: '/outbound-shipments', pending: 'pending_approval', approved: 'approved' },
    open: async () => {
      const { setup, bring } = await shipments()
      return { ...setup, id: await bring() }
    },
  },
  revaluation: {
    ...{ path: '/revaluations', pending: 'pending', approved: 'approved' },
    open: async () => {
      const { setup, revalued } = await revaluations()
      const [id, item] = await revalued('1000', '5000')
      const assertMoved = async (isMoved: boolean) =>
        assert.equal(await setup.value(item), isMoved ? '5000' : '1000')
      return { ...setup.transfers, id, assertMoved }
    },
  },
}

interface EventOfFeed {
  readonly type: string
  readonly actor: { readonly tokenId: string }
  readonly data: Readonly<Record<string, number>>
}

for (const [kind, { path, pending, approved, open }] of Object.entries(KINDS)) {
  test(`A ${kind} that needs two approvals waits after the first; each is shown, and an event`, async () => {
    const record = await open()
    const { organizationId, creator, approver, id } = record
    const assertMoved = 'assertMoved' in record ? record.assertMoved : undefined
    const second = await records.token(organizationId)
    const instance = `/v1${path}/${id}/approve`
    const approve = ({ token }: By) => api.post(instance, { token })
    const shown = async () => {
      const { body, headers } = await api.get(`/v1${path}/${id}`, { token: second.token })
      return [body.data, headers.get('etag')]
    }
    const [{ approvalsRequired }, etag] = await shown()
    assert.equal(approvalsRequired, 2)
    const one = await approve(approver)
    assert.equal(one.status, 200, one.text)
    const { status, approvals } = one.body.data
    assert.deepEqual([status, one.body.data.approvalsRequired], [pending, 2])
    const [first] = approvals
    assert.deepEqual(approvals, [{ at: first.at, tokenId: approver.id, personId: null }])
    const whole = async (data: object, etag: string | null) => {
      const [read, version] = await shown()
      assert.deepEqual([{ ...read, ...data }, version], [read, etag])
    }
    await whole(one.body.data, one.headers.get('etag'))
    await assertMoved?.(false)
    assertRefused(await withoutWriting(records, () => approve(approver)), {
      status: 409,
      code: 'already_approved',
      detail:
        `You approved this ${kind.replace('outbound_', '')} already (1 of 2 approvals): let ` +
        'another person approve it, with their own token.',
      instance,
      members: { approvalsGiven: 1, approvalsRequired: 2 },
    })
    await assertCode(records, () => approve(creator), [403, 'self_approval_forbidden'])
    const two = await approve(second)
    const { data } = two.body
    const at = data.decidedAt ?? data.approvedAt
    const by = data.decidedByTokenId ?? data.approvedByTokenId
    assert.deepEqual([data.status, by, data.approvalsRequired], [approved, second.id, 2])
    assert.deepEqual(data.approvals, [first, { at, tokenId: second.id, personId: null }])
    await whole(data, two.headers.get('etag'))
    await assertMoved?.(true)
    const { body } = await api.get(`/v1/events?subjectId=${id}`, { token: second.token })
    const events = body.data.slice(-3).map(({ type, actor, data }: EventOfFeed) => {
      const { version, approvalNumber, approvalsRequired } = data
      const given = [approvalNumber, approvalsRequired].filter((number) => number !== undefined)
      return [type.replace(`${kind}.`, ''), actor.tokenId, version, ...given]
    })
    const versionOf = (text: string | null) => Number(text?.slice(1, -1))
    const versions = [one, two].map(({ headers }) => versionOf(headers.get('etag')))
    assert.deepEqual(versions, [versionOf(etag) + 1, versionOf(etag) + 2])
    assert.deepEqual(events, [
      ['approval_given', approver.id, versions[0], 1, 2],
      ['approval_given', second.id, versions[1], 2, 2],
      [approved, second.id, versions[1]],
    ])
    if (kind === 'revaluation') {
      assert.deepEqual(body.data.at(-3).data, {
        ...{ version: versions[0], approvalNumber: 1, approvalsRequired: 2 },
        ...{ totalItems: 1, itemsPath: `/v1/revaluations/${id}` },
      })
    }
    await assertConsistent(sql, organizationId)
  })
}

test('A return to packing ends the approvals of a shipment: both people approve again', async () => {
  const { setup, second, bring, move } = await shipments()
  const id = await bring()
  await move(id, 'approve', setup.approver)
  for (const verb of ['return-to-packing', 'inspect', 'submit']) await move(id, verb, setup.creator)
  assert.deepEqual((await setup.shipment(id)).approvals, [])
  assert.equal((await move(id, 'approve', second)).status, 'pending_approval')
  assert.equal((await move(id, 'approve', setup.approver)).status, 'approved')
  await assertConsistent(sql, setup.organizationId)
})

test('New directions end the approvals, some or all; metadata does not', async () => {
  const { setup, second, bring, move } = await shipments()
  const patch = (id: string, body: object) =>
    send(`/outbound-shipments/${id}`, setup.creator, body, 'PATCH')
  for (const approvers of [[setup.approver], [setup.approver, second]]) {
    const id = await bring()
    for (const approver of approvers) await move(id, 'approve', approver)
    await patch(id, { metadata: { deal: 'D-1' } })
    assert.equal((await setup.shipment(id)).approvals.length, approvers.length)
    await patch(id, { service: 'Overnight' })
    const { status, approvals, approvalsRequired } = await setup.shipment(id)
    assert.deepEqual([status, approvals, approvalsRequired], ['pending_approval', [], 2])
    await assertConsistent(sql, setup.organizationId)
  }
})

test('The value of its items and its account say how many approvals a shipment needs', async () => {
  const { setup, bring, move } = await shipments([
    { approvals: 2, aboveDeclaredValueCents: '1000' },
    { approvals: 3, aboveDeclaredValueCents: '1000', aboveItems: 1 },
  ])
  const required = async (id: string, cents: number) => {
    await sql`
      update inventory_items set declared_value_cents = ${cents} where active_shipment_id = ${id}`
    return (await setup.shipment(id)).approvalsRequired
  }
  const id = await bring()
  assert.deepEqual([await required(id, 0), await required(id, 1001)], [1, 2])
  assert.equal((await move(id, 'approve', setup.approver)).status, 'pending_approval')
  assert.equal(await required(await bring(2), 501), 3)
})

test('Of a revaluation, the larger of both values counts, and the account of any item', async () => {
  const rule = { approvals: 2, aboveDeclaredValueCents: '1000' }
  const { setup, revalued } = await revaluations({ approvalRules: [rule] })
  const required = async (from: string, to: string) => {
    const [id] = await revalued(from, to)
    const { approvalsRequired } = await setup.get(`/v1/revaluations/${id}`)
    const { status } = (await setup.decide(id, 'approve')).body.data
    assert.equal(status, approvalsRequired === 1 ? 'approved' : 'pending')
    return approvalsRequired
  }
  assert.equal(await required('1', '1000'), 1)
  assert.equal(await required('1', '1001'), 2)
  assert.equal(await required('1001', '1'), 2)
  const fboAccountId = setup.transfers.source
  await setup.transfers.decide({ approvalRules: [{ approvals: 3, fboAccountId }] })
  assert.equal(await required('1', '2'), 3)
})

test('An approval of a revaluation that is not the last can be followed by a rejection', async () => {
  const { setup, revalued } = await revaluations()
  const [id, item] = await revalued('1000', '5000')
  const { approvals } = (await setup.decide(id, 'approve')).body.data
  const rejected = (await setup.decide(id, 'reject')).body.data
  assert.deepEqual([rejected.status, rejected.approvals], ['rejected', approvals])
  assert.equal(rejected.approvalsRequired, 2)
  assert.equal(await setup.value(item), '1000')
})
