import assert from 'node:assert/strict'
import type { OperationContract } from '../../../../src/http/operation-contract.ts'
import { assertDocumented } from '../../contract/openapi-check.ts'
import type { RawResponse } from '../../load/raw-client.ts'
import { bytesOf, type Draft } from './draft.ts'

/** Operations that create a record with each 201, and the record's table. */
const TABLE_OF: Readonly<Record<string, string>> = {
  createTransfer: 'transfer_batches',
  createFboAccount: 'fbo_accounts',
  createOutboundShipment: 'outbound_shipments',
  takeInInventoryItems: 'inventory_items',
  issueAccessToken: 'access_tokens',
  rotateAccessToken: 'access_tokens',
}

export const COUNTED_TABLES: readonly string[] = [...new Set(Object.values(TABLE_OF))]

/** Checks every response against the document, and counts the created records. */
export class Judge {
  readonly #operations: readonly OperationContract[]
  /** Records created according to the responses, by table. */
  readonly made = new Map(COUNTED_TABLES.map((table) => [table, 0]))
  readonly statuses = new Map<number, number>()
  readonly kinds = new Map<string, number>()

  constructor(operations: readonly OperationContract[]) {
    this.#operations = operations
  }

  judge(draft: Draft, response: RawResponse): void {
    const { status, headers, text, body } = response
    const path = draft.target.replace('http://elsewhere.example', '')
    try {
      assert.ok(status < 500, `status ${status}`)
      assert.ok(!draft.mustRefuse || status >= 400, `${status} where only a refusal is right`)
      assert.match(headers['x-request-id'] ?? '', /^[A-Za-z0-9._-]{1,128}$/)
      const type = status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json'
      if (status !== 304) assert.equal(headers['content-type'], type)
      // A response to HEAD has no body, and HEAD is no operation of its own.
      if (draft.method !== 'HEAD') {
        if (status >= 400) assert.equal(body.status, status)
        const observed = { method: draft.method, path, status, headers: new Headers(headers), body }
        assertDocumented(this.#operations, observed)
      }
    } catch (error) {
      throw new Error(`got ${status} ${text.slice(0, 2_000)}`, { cause: error })
    }
    this.#count(draft, response)
  }

  #count({ operationId, kind }: Draft, { status, headers, body }: RawResponse): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1)
    const table = TABLE_OF[operationId]
    if (status !== 201 || headers['idempotent-replayed'] === 'true' || table === undefined) return
    const records = Array.isArray(body.data) ? body.data.length : 1
    this.made.set(table, (this.made.get(table) as number) + records)
  }
}

/** A request as a person can send it again. */
export function reported(draft: Draft): string {
  const text = bytesOf(draft).toString('latin1')
  return `${draft.kind}, ${draft.operationId}: ${JSON.stringify(text.slice(0, 3_000))}`
}
