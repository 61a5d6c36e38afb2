import { request } from 'node:http'
import type { ApiResponse } from '../vault/api-client.ts'
import type { TestVault } from '../vault/vault.ts'

export interface Sent {
  readonly kind?: string
  readonly query?: string
  readonly key?: string
  readonly as?: string
}

/** An organization of a vault that imports. */
export async function importerOf({ api, records, sql, url }: TestVault) {
  const { organizationId, token, id: tokenId } = await records.owner()
  const account = await records.fboAccount(organizationId)

  function send(
    rawBody: string | Buffer,
    { kind = 'inventory-items', query = '', key, as = token }: Sent = {},
  ): Promise<ApiResponse> {
    const ofKey = key === undefined ? {} : { 'idempotency-key': key }
    const headers = { 'content-type': 'text/csv', ...ofKey }
    const type = kind.replaceAll('-', '_')
    return api.post(`/v1/imports?type=${type}${query}`, { token: as, headers, rawBody })
  }

  /** Two items of that description. */
  function twoItems(description: string): string {
    return `fboAccountId,description,declaredValueCents,status,createdAt
${account},${description},125000,,2024-02-29T12:00:00Z
${account},${description},50,on_hold,
`
  }

  async function itemsNamed(description: string): Promise<number> {
    const [row] = await sql`
      select count(*)::integer as count from inventory_items where description = ${description}`
    return row?.count
  }

  /** Sends a file in chunks. @returns the status */
  function sendChunks(
    chunks: AsyncIterable<string>,
    key: string,
    { as = token, type = 'inventory_items' } = {},
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const csv = { 'content-type': 'text/csv', 'idempotency-key': key }
      const headers = { authorization: `Bearer ${as}`, ...csv }
      const sent = request(`${url}/v1/imports?type=${type}`, { method: 'POST', headers })
      sent.on('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sent.on('error', reject)
      const write = async () => {
        for await (const chunk of chunks) sent.write(chunk)
        sent.end()
      }
      write().catch((error) => sent.destroy(error))
    })
  }

  return { organizationId, token, tokenId, account, send, sendChunks, twoItems, itemsNamed }
}
