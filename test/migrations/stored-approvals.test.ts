import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { RevaluationSetup } from '../support/operations/revaluation-setup.ts'
import { ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertConsistent } from '../support/vault/consistency.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// A vault of a build that wrote no row for an approval where one was enough.
const vault = await openOwnVault()
const { api, sql } = vault

const FILE = new URL('../../migrations/0005_approvals_stored.sql', import.meta.url)
const STEP = readFileSync(FILE, 'utf8')

interface ToApprove {
  readonly path: string
  readonly token: string
}

async function transfer(): Promise<ToApprove> {
  const setup = await TransferSetup.open(vault)
  const { id } = await setup.transfer()
  return { path: `/v1/transfers/${id}`, token: setup.approver.token }
}

async function shipment(): Promise<ToApprove> {
  const setup = await ShipmentSetup.open(vault)
  const id = await setup.bring('pending_approval', 'plain', await setup.items(1))
  return { path: `/v1/outbound-shipments/${id}`, token: setup.approver.token }
}

async function revaluation(): Promise<ToApprove> {
  const setup = await RevaluationSetup.open(vault, { revaluationMaxCents: '0' })
  const { id } = await setup.pending([[await setup.item('1000'), '5000']])
  return { path: `/v1/revaluations/${id}`, token: setup.transfers.approver.token }
}

const KINDS = { transfer, shipment, revaluation }

for (const [kind, make] of Object.entries(KINDS)) {
  test(`The approval of a ${kind} of before has a row, and is shown as it was`, async () => {
    const { path, token } = await make()
    const approved = await api.post(`${path}/approve`, { token })
    assert.equal(approved.status, 200, approved.text)
    const before = await api.get(path, { token })
    assert.equal(before.body.data.approvals.length, 1)
    const id = path.split('/').at(-1) as string
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`delete from approvals where subject_id = ${id}`
    })
    for (const command of STEP.split(/;$/m).slice(0, -1)) await sql.query(command)
    const after = await api.get(path, { token })
    assert.deepEqual(after.body, before.body)
    assert.equal(after.headers.get('etag'), before.headers.get('etag'))
    await assertConsistent(sql, before.body.data.organizationId)
  })
}
