import assert from 'node:assert/strict'
import type { ApiClient } from '../vault/api-client.ts'
import { unsealed } from './unsealed.ts'

/** A page of the feed of the token's organization, without the seals, which come later. */
export async function readFeed(api: ApiClient, token: string, query = '') {
  const response = await api.get(`/v1/events${query}`, { token })
  assert.equal(response.status, 200, response.text)
  const { data, pagination } = response.body
  return { data: data.map(unsealed), pagination }
}
