import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiClient, ApiResponse } from '../vault/api-client.ts'
import { randomNumbers } from '../vault/random.ts'
import type { Records } from '../vault/records.ts'
import { newKey } from '../vault/replays.ts'

/** The records of one worker. */
interface Setup {
  readonly creator: string
  readonly approver: string
  readonly groups: readonly ItemGroup[]
  readonly random: () => number
}

/** Items that move together, now in the first of these accounts. */
interface ItemGroup {
  readonly accounts: [string, string]
  readonly itemIds: readonly string[]
}

const GROUPS = 50

export interface MixedLoadOptions {
  readonly seed: number
  readonly workers: number
  /** Between two requests of a worker. */
  readonly pauseMs: number
  readonly isOver: () => boolean
}

/**
 * Reads, changes of accounts, transfers under keys that are approved, rejected or cancelled, and
 * shipments that are cancelled, until the end. Every response must be the expected one.
 * @returns the number of responses
 */
export async function runMixedLoad(
  api: ApiClient,
  records: Records,
  { seed, workers, pauseMs, isOver }: MixedLoadOptions,
): Promise<number> {
  let responded = 0
  const setups = await Promise.all(
    Array.from({ length: workers }, (_, index) => openSetup(records, seed + index)),
  )
  const due = async (asked: Promise<ApiResponse>, status = 200): Promise<ApiResponse> => {
    const response = await asked
    assert.equal(response.status, status, response.text)
    responded += 1
    if (pauseMs > 0) await pause(pauseMs)
    return response
  }
  await Promise.all(
    setups.map(async (setup) => {
      while (!isOver()) await takeStep(api, setup, due)
    }),
  )
  return responded
}

type Due = (asked: Promise<ApiResponse>, status?: number) => Promise<ApiResponse>

async function takeStep(api: ApiClient, setup: Setup, due: Due): Promise<void> {
  const { creator: token, groups, random } = setup
  const group = groups[Math.floor(random() * GROUPS)] as ItemGroup
  const [account] = group.accounts
  const draw = random()
  if (draw < 0.3) return void (await due(api.get(`/v1/fbo-accounts/${account}`, { token })))
  if (draw < 0.5) {
    const body = { lastName: `${Math.floor(random() * 1e6)}` }
    return void (await due(api.patch(`/v1/fbo-accounts/${account}`, { token, body })))
  }
  if (draw < 0.65) return void (await due(api.get('/v1/outbound-shipments', { token })))
  if (draw < 0.7) return void (await due(api.get('/v1/transfers?limit=20', { token })))
  if (draw < 0.9) return await transfer(api, setup, group, due)
  await ship(api, token, group, due)
}

async function transfer(
  api: ApiClient,
  { creator, approver, random }: Setup,
  { accounts, itemIds }: ItemGroup,
  due: Due,
): Promise<void> {
  const [fromFboAccountId, toFboAccountId] = accounts
  // All of them when it is approved: the account that they are in is the source of the next.
  const verb = ['approve', 'reject', 'cancel'][Math.floor(random() * 3)] as string
  const count = verb === 'approve' ? itemIds.length : 1 + Math.floor(random() * 5)
  const items = itemIds
    .slice(0, count)
    .map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
  const body = { fromFboAccountId, toFboAccountId, items }
  const headers = { 'Idempotency-Key': newKey() }
  const made = await due(api.post('/v1/transfers', { token: creator, body, headers }), 201)
  await due(
    api.post(`/v1/transfers/${made.body.data.id}/${verb}`, {
      token: verb === 'cancel' ? creator : approver,
      ...(verb !== 'approve' && { body: { reason: 'Not verified' } }),
      headers: { 'Idempotency-Key': newKey() },
    }),
  )
  if (verb === 'approve') accounts.reverse()
}

async function ship(
  api: ApiClient,
  token: string,
  { accounts, itemIds }: ItemGroup,
  due: Due,
): Promise<void> {
  const items = itemIds.slice(0, 2).map((inventoryItemId) => ({ inventoryItemId }))
  const body = { fboAccountId: accounts[0], items }
  const made = await due(api.post('/v1/outbound-shipments', { token, body }), 201)
  const path = `/v1/outbound-shipments/${made.body.data.id}`
  await due(api.post(`${path}/inspect`, { token }))
  await due(api.post(`${path}/cancel`, { token, body: { reason: 'The owner keeps it' } }))
}

async function openSetup(records: Records, seed: number): Promise<Setup> {
  const organizationId = await records.organization()
  const [creator, approver] = await Promise.all([
    records.token(organizationId),
    records.token(organizationId),
  ])
  const from = await records.fboAccount(organizationId)
  const to = await records.fboAccount(organizationId)
  const groups: ItemGroup[] = []
  for (let group = 0; group < GROUPS; group += 1) {
    const itemIds = await records.inventoryItems(organizationId, from, 8)
    groups.push({ accounts: [from, to], itemIds })
  }
  const random = randomNumbers(seed)
  return { creator: creator.token, approver: approver.token, groups, random }
}
