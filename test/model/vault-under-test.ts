import assert from 'node:assert/strict'
import { World } from '../support/catalogue/world.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { emptyVault, type ModelToken, type VaultModel } from './model-state.ts'
import { predict } from './predict.ts'
import { endTransfer } from './predict-transfers.ts'
import type { Prediction } from './prediction.ts'
import { Disagreement, disagreement, type Step, send, type VaultUnderTest } from './send-steps.ts'

/** A new organization with its tokens, a few accounts and items, and two others. */
export async function openOrganization(vault: VaultUnderTest): Promise<VaultModel> {
  const { records } = vault
  const organizationId = await records.organization()
  const elsewhere = await records.organization()
  const world = new World(vault.sql, records)
  const foreign = {
    account: await world.account(elsewhere),
    item: await world.item(elsewhere),
    transfer: await world.pendingTransfer(elsewhere),
    shipment: await world.shipment(elsewhere, 'packing'),
    revaluation: await world.revaluation(elsewhere),
  }
  // The outsider is of a third organization, and sends no requests about its own records.
  const tokens = await makeTokens(vault, organizationId, await records.organization())
  const model = emptyVault({ organizationId, tokens, foreign })
  const caller = tokens[0] as ModelToken
  for (const maxInsuredValueCents of ['9000', '20000', '9223372036854775807']) {
    await run(vault, model, {
      caller,
      action: { op: 'createAccount', body: { maxInsuredValueCents } },
      process: 0,
    })
  }
  for (const fboAccountId of model.accounts.keys()) {
    const entries = [500, 1_500, 2_500].map((cents) => ({
      fboAccountId,
      declaredValueCents: `${cents}`,
    }))
    await run(vault, model, { caller, action: { op: 'takeIn', entries, alone: false }, process: 1 })
  }
  return model
}

/** Sends the request, fails unless the model predicts its response, and updates the model. */
export async function run(vault: VaultUnderTest, model: VaultModel, step: Step): Promise<void> {
  const prediction = predict(model, step.caller, step.action)
  if (step.isTried === true) {
    const dryRun = await send(vault, step, '?validateOnly=true')
    const { status, ...rest } = prediction
    refuse(step, dryRun, { ...rest, status: status === 201 ? 200 : status })
  }
  const response = await send(vault, step)
  refuse(step, response, prediction)
  apply(model, { step, response, prediction })
  if (step.key !== undefined) await sendAgain(vault, model, { step, response })
}

/** @throws {Disagreement} where the response is not the one that was predicted */
function refuse(step: Step, response: ApiResponse, prediction: Prediction): void {
  const found = disagreement(response, prediction)
  if (found !== undefined) throw new Disagreement([{ step, response, found }])
}

interface Responded {
  readonly step: Step
  readonly response: ApiResponse
}

/** Under the same key a success is returned again, and a refused request is judged again. */
async function sendAgain(
  vault: VaultUnderTest,
  model: VaultModel,
  { step, response }: Responded,
): Promise<void> {
  const elsewhere = { ...step, process: step.process + 1 }
  const again = await send(vault, elsewhere)
  if (response.status >= 300)
    return refuse(elsewhere, again, predict(model, step.caller, step.action))
  if (again.text === response.text && again.headers.get('idempotent-replayed') === 'true') return
  throw new Disagreement([
    { step, response: again, found: `not the same again as ${response.text}` },
  ])
}

function apply(
  model: VaultModel,
  { step, response, prediction }: Responded & { readonly prediction: Prediction },
): void {
  prediction.apply?.(response.body)
  if (step.action.op !== 'createTransfer' || response.status !== 201) return
  const transfer = model.transfers.get(response.body.data.id)
  if (transfer !== undefined) transfer.idempotencyKey = step.key ?? null
}

/**
 * Sends two requests at once, one to each process; fails unless one order of them explains both
 * responses, and continues with the state that this order leaves.
 */
export async function runTogether(
  vault: VaultUnderTest,
  model: VaultModel,
  steps: readonly [Step, Step],
): Promise<VaultModel> {
  const [first, second] = steps
  const responses = await Promise.all([send(vault, first), send(vault, second)])
  const tried: Disagreement['violations'][number][] = []
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const after = structuredClone(model)
    const violation = order.reduce<Disagreement['violations'][number] | undefined>(
      (failed, index) => {
        if (failed !== undefined) return failed
        const [step, response] = [steps[index] as Step, responses[index] as ApiResponse]
        const prediction = predict(after, step.caller, step.action)
        const found = disagreement(response, prediction)
        if (found !== undefined) return { step, response, found: `in order ${order}: ${found}` }
        apply(after, { step, response, prediction })
        return undefined
      },
      undefined,
    )
    if (violation === undefined) return after
    tried.push(violation)
  }
  throw new Disagreement(tried)
}

/** Makes a pending batch expire as soon as its items and the policy allow: its days went by. */
export async function letExpire(
  { sql }: VaultUnderTest,
  model: VaultModel,
  id: string,
): Promise<void> {
  const { organizationId } = model
  const transfer = model.transfers.get(id)
  assert.ok(transfer)
  const [claimed] = await sql<[{ at: Date }]>`
    select max(changed_at) as at from inventory_items
    where organization_id = ${organizationId} and active_transfer_id = ${id}`
  const [policy] = await sql<[{ at: Date | null }]>`
    select max(changed_at) as at from organization_policies
    where organization_id = ${organizationId}`
  const at = new Date(Math.max(claimed.at.getTime(), policy.at?.getTime() ?? 0))
  await sql`
    update transfer_batches set expires_at = ${at}
    where organization_id = ${organizationId} and id = ${id}`
  const expiresAt = at.toISOString()
  endTransfer(model, transfer, { status: 'expired', tokenId: null, reason: null })
  Object.assign(transfer, { expiresAt, decidedAt: expiresAt })
}

/**
 * An owner with three tokens, one by rotation; two without owner; a person with two, whatever
 * their owners are, and the name of another token's owner; one token that reads.
 */
async function makeTokens(
  { records, sql }: VaultUnderTest,
  organizationId: string,
  elsewhere: string,
): Promise<ModelToken[]> {
  const bo = await records.person(organizationId, { name: 'Bo' })
  const make = async (
    owner: string | null,
    more: { actsFor?: ModelToken; reads?: true; personId?: string } = {},
  ) => {
    const { personId = null } = more
    const permissions = more.reads ? READER : undefined
    const { id, token: secret } = await records.token(organizationId, permissions)
    const principal = more.actsFor?.principal ?? id
    await sql`
      update access_tokens
      set owner = ${owner}, principal_id = ${more.actsFor?.principal ?? null},
        person_id = ${personId}
      where organization_id = ${organizationId} and id = ${id}`
    const known = personId === null ? owner : 'Bo'
    const mayWrite = !more.reads
    return { id, secret, principal, personId, owner: known, mayWrite, isOutsider: false }
  }
  const ada = await make('Ada')
  const unnamed = await make(null)
  const { id, token: secret } = await records.token(elsewhere)
  return [
    ada,
    await make('Ada', { actsFor: ada }),
    await make('Ada'),
    unnamed,
    await make(null, { actsFor: unnamed }),
    await make('Bo'),
    await make('Ada', { personId: bo }),
    await make(null, { personId: bo }),
    await make('Cy', { reads: true }),
    { ...unnamed, id, secret, principal: id, isOutsider: true },
  ]
}

const READER = [
  'transfer_batches:read',
  'fbo_accounts:read',
  'inventory_items:read',
  'outbound_shipments:read',
  'organization_policies:read',
] as const
