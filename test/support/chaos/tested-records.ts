import type { ApiClient, ApiResponse } from '../vault/api-client.ts'
import type { Records } from '../vault/records.ts'
import { newKey } from '../vault/replays.ts'

export type RequestKind = 'read' | 'update' | 'create'

/** Records to send requests for, made before the condition begins. */
export class TestedRecords {
  readonly token: string
  readonly accountId: string
  readonly itemIds: string[]
  readonly #api: ApiClient
  readonly #destination: string
  #updates = 0

  private constructor(api: ApiClient, token: string, made: [string, string, string[]]) {
    this.#api = api
    this.token = token
    ;[this.accountId, this.#destination, this.itemIds] = made
  }

  static async make(api: ApiClient, records: Records, items = 200): Promise<TestedRecords> {
    const { organizationId, token } = await records.owner()
    const from = await records.fboAccount(organizationId)
    const to = await records.fboAccount(organizationId)
    const itemIds = await records.inventoryItems(organizationId, from, items)
    return new TestedRecords(api, token, [from, to, itemIds])
  }

  send(kind: RequestKind): Promise<ApiResponse> {
    const { token } = this
    const path = `/v1/fbo-accounts/${this.accountId}`
    if (kind === 'read') return this.#api.get(path, { token })
    this.#updates += 1
    const lastName = `${this.#updates}`
    if (kind === 'update') return this.#api.patch(path, { token, body: { lastName } })
    const [inventoryItemId = ''] = this.itemIds.splice(0, 1)
    return this.claim(inventoryItemId, { 'Idempotency-Key': newKey() })
  }

  claim(inventoryItemId: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const accounts = { fromFboAccountId: this.accountId, toFboAccountId: this.#destination }
    const body = { ...accounts, items: [{ inventoryItemId, reason: 'trade' }] }
    return this.#api.post('/v1/transfers', { token: this.token, body, headers })
  }
}
