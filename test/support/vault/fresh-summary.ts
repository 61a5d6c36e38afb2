import assert from 'node:assert/strict'
import { eventually } from '../processes/embedded-directory.ts'
import type { ApiClient, ApiResponse } from './api-client.ts'

/** A count is cached for 20 times as long as it took, which may be seconds on a busy machine. */
const CACHED_MAX_MS = 120_000

/** Get Summary, counted after this call: an earlier count is cached for some seconds. */
export async function freshSummary(
  api: Pick<ApiClient, 'get'>,
  token: string,
): Promise<ApiResponse> {
  const since = Date.now()
  return await eventually(
    async () => {
      const response = await api.get('/v1/summary', { token })
      assert.equal(response.status, 200, response.text)
      return Date.parse(response.body.data.asOf) > since ? response : undefined
    },
    'a summary that was counted after the call',
    CACHED_MAX_MS,
  )
}
