import assert from 'node:assert/strict'
import type { ApiClient, ApiResponse } from './api-client.ts'
import { type Records, SHOWN_STATUS } from './records.ts'
import { testServer } from './server.ts'
import type { Sql, TransactionSql } from './sql.ts'

/** A pending transfer, and what it took. */
export type PendingTransfer = Awaited<ReturnType<TransferSetup['transfer']>>

interface Claim {
  readonly to?: string
  readonly reason?: string
  readonly token?: string
  readonly more?: object
}

/** End of a transfer, and the account that has its items since then. */
type End = { readonly status: string; readonly at: Date; readonly account?: string } & {
  readonly [member in 'tokenId' | 'reason']?: string | null
}

type Token = { readonly id: string; readonly token: string }

/** An organization with two accounts, one who creates transfers and one who approves them. */
export class TransferSetup {
  readonly #vault: Setup
  readonly organizationId: string
  readonly creator: Token
  readonly approver: Token
  readonly source: string
  readonly destination: string

  private constructor(vault: Setup, people: [string, Token, Token], accounts: [string, string]) {
    this.#vault = vault
    ;[this.organizationId, this.creator, this.approver] = people
    ;[this.source, this.destination] = accounts
  }

  static async open(vault: Setup, mode?: 'test'): Promise<TransferSetup> {
    const { records } = vault
    const organizationId = await records.organization(undefined, mode)
    const creator = await records.token(organizationId)
    const approver = await records.token(organizationId)
    const source = await records.fboAccount(organizationId)
    const destination = await records.fboAccount(organizationId)
    return new TransferSetup(vault, [organizationId, creator, approver], [source, destination])
  }

  /** One with this policy, whose destination is insured for that maximum. */
  static async insured(
    vault: Setup,
    policy: object,
    maxInsuredValueCents = '1000',
  ): Promise<TransferSetup> {
    const setup = await TransferSetup.open(vault)
    await vault.sql`
      update fbo_accounts set max_insured_value_cents = ${maxInsuredValueCents}
      where id = ${setup.destination}`
    if (Object.keys(policy).length > 0) await setup.decide(policy)
    return setup
  }

  /** Items of one source account, each declared to be worth so much. */
  async items(count: number, declaredValueCents = '0'): Promise<string[]> {
    const { records, sql } = this.#vault
    const ids = await records.inventoryItems(this.organizationId, this.source, count)
    await sql`
      update inventory_items set declared_value_cents = ${declaredValueCents}
      where id = any(${ids}::text[])`
    return ids
  }

  /** The response of Create Transfer for these items. */
  claim(itemIds: readonly string[], options: Claim = {}): Promise<ApiResponse> {
    const { to = this.destination, reason = 'trade', token = this.creator.token, more } = options
    const items = itemIds.map((inventoryItemId) => ({ inventoryItemId, reason }))
    const body = { fromFboAccountId: this.source, toFboAccountId: to, items, ...more }
    return this.#vault.api.post('/v1/transfers', { token, body })
  }

  /** A transfer of these items, or of two new ones. */
  async transfer(options: Claim & { itemIds?: readonly string[] } = {}) {
    const itemIds: readonly string[] = options.itemIds ?? (await this.items(2))
    const response = await this.claim(itemIds, options)
    assert.equal(response.status, 201, response.text)
    const [row] = await this.#vault.sql`
      select sum(declared_value_cents) as cents from inventory_items
      where id = any(${[...itemIds]}::text[])`
    const { data: created } = response.body
    // `created` is the response of Create Transfer.
    const totalDeclaredValueCents: string = row?.cents
    return { id: created.id as string, itemIds, created, totalDeclaredValueCents }
  }

  approve(id: string, token = this.approver.token): Promise<ApiResponse> {
    return this.#vault.api.post(`/v1/transfers/${id}/approve`, { token })
  }

  reject(id: string, reason = 'Not verified', token = this.approver.token): Promise<ApiResponse> {
    return this.#vault.api.post(`/v1/transfers/${id}/reject`, { token, body: { reason } })
  }

  cancel(id: string, reason = 'Entered twice', token = this.creator.token): Promise<ApiResponse> {
    return this.#vault.api.post(`/v1/transfers/${id}/cancel`, { token, body: { reason } })
  }

  get(id: string): Promise<ApiResponse> {
    return this.#vault.api.get(`/v1/transfers/${id}`, { token: this.approver.token })
  }

  /** Changes the organization's policy over HTTP. */
  async decide(changes: object): Promise<void> {
    const response = await this.#vault.api.patch('/v1/organization-policy', {
      token: this.approver.token,
      body: changes,
    })
    assert.equal(response.status, 200, response.text)
  }

  /** Get Transfer, as text: also the order of its members is compared. */
  view(transfer: PendingTransfer, changes: object = {}): string {
    const data = this.details(transfer, changes)
    const { status, decidedAt: at, decidedByTokenId: tokenId } = data
    const isApproved = status === 'completed' && tokenId !== null
    const approvals = isApproved ? [{ at, tokenId, personId: null }] : []
    return JSON.stringify({ data: { ...data, approvals, approvalsRequired: 1, ...changes } })
  }

  /** A transfer without its approvals. */
  details({ created, totalDeclaredValueCents }: PendingTransfer, changes: object = {}) {
    return {
      ...created,
      totalDeclaredValueCents,
      idempotencyKey: null,
      createdByTokenId: this.creator.id,
      expiresAt: new Date(Date.parse(created.createdAt) + 14 * 86_400_000).toISOString(),
      review: [],
      decidedAt: null,
      decidedByTokenId: null,
      decisionReason: null,
      approvedOverInsuredMaximum: false,
      metadata: {},
      ...changes,
    }
  }

  /** The items as they are stored, in the order of their ids. */
  async stored(itemIds: readonly string[]) {
    return [
      ...(await this.#vault.sql`
        select id, fbo_account_id, ${this.#vault.sql.raw(SHOWN_STATUS)} as status,
          active_transfer_id, movement_count, changed_at
        from inventory_items where id = any(${[...itemIds]}::text[]) order by id`),
    ]
  }

  /** The item's log without its first row, of what the item came from. */
  async log(itemId: string) {
    const rows = await this.#vault.sql`
      select * from inventory_movements
      where inventory_item_id = ${itemId} and number > 1 order by number`
    return [...rows]
  }

  /** Fails unless each item is free since the transfer ended, as its log says. */
  async assertEnded({ id, itemIds }: PendingTransfer, end: End): Promise<void> {
    const { status, at, account = this.source, tokenId = null, reason = null } = end
    const { organizationId, source } = this
    const free = { status: 'in_vault', activeTransferId: null, movementCount: 3, changedAt: at }
    const items = itemIds.map((itemId) => ({ id: itemId, fboAccountId: account, ...free }))
    assert.deepEqual(await this.stored(itemIds), items)
    const log = await this.#vault.sql`
      select * from inventory_movements
      where transfer_batch_id = ${id} and inventory_item_id = any(${[...itemIds]}::text[])
      order by inventory_item_id, number`
    const expected = itemIds.flatMap((inventoryItemId, index) => {
      const claimedAt = log[index * 2]?.at
      assert.ok(claimedAt <= at)
      const common = { organizationId, inventoryItemId, fromFboAccountId: source }
      const batch = { transferBatchId: id, outboundShipmentId: null }
      return [
        {
          ...{ ...common, ...batch, number: 2, at: claimedAt, kind: 'transfer_created' },
          ...{ fromStatus: 'in_vault', toStatus: 'transfer_pending', toFboAccountId: source },
          ...{ tokenId: this.creator.id, reason: null },
        },
        {
          ...{ ...common, ...batch, number: 3, at, kind: `transfer_${status}`, tokenId, reason },
          ...{ fromStatus: 'transfer_pending', toStatus: 'in_vault', toFboAccountId: account },
        },
      ]
    })
    assert.deepEqual([...log], expected)
  }

  /**
   * Makes the time of a pending transfer be over a minute ago: its items and all that happened to
   * them move an hour into the past. Returns its expiry as the service writes it.
   */
  async expire(transferBatchId: string): Promise<string> {
    const expiresAt = await this.#vault.sql.begin(async (tx) => {
      const items = await tx<{ id: string }[]>`
        update inventory_items
        set changed_at = (changed_at at time zone 'UTC' - interval '1 hour') at time zone 'UTC'
        where active_transfer_id = ${transferBatchId} returning id`
      // Only here the log is rewritten, and only its times; nothing else writes to it meanwhile.
      await rewriteMovements(
        tx,
        () => tx`
          update inventory_movements
          set at = (at at time zone 'UTC' - interval '1 hour') at time zone 'UTC'
          where inventory_item_id = any(${items.map(({ id }) => id)}::text[])`,
      )
      const [batch] = await tx<{ expiresAt: Date }[]>`
        update transfer_batches
        set created_at = (created_at at time zone 'UTC' - interval '1 hour') at time zone 'UTC',
          expires_at = now() - interval '1 minute'
        where id = ${transferBatchId} returning expires_at`
      return batch?.expiresAt
    })
    assert.ok(expiresAt !== undefined)
    return expiresAt.toISOString()
  }
}

/** Lets the log be rewritten, which is append-only; on a cluster triggers are off for sessions. */
async function rewriteMovements(
  tx: TransactionSql,
  rewrite: () => PromiseLike<unknown>,
): Promise<void> {
  const isCluster = testServer().nodes !== undefined
  if (isCluster) await tx`set local session_replication_role = replica`
  else await tx`alter table inventory_movements disable trigger inventory_movements_append_only`
  await rewrite()
  if (isCluster) await tx`set local session_replication_role = origin`
  else await tx`alter table inventory_movements enable trigger inventory_movements_append_only`
}

interface Setup {
  readonly api: Pick<ApiClient, 'get' | 'post' | 'patch'>
  readonly records: Records
  readonly sql: Sql
}
