import assert from 'node:assert/strict'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { historyOf } from './account-history.ts'
import { PATHS } from './actions.ts'
import type { FeedEvent } from './compare-feed.ts'
import { difference } from './difference.ts'
import type { VaultModel } from './model-state.ts'
import { nextVersion } from './predict-accounts.ts'
import type { VaultUnderTest } from './send-steps.ts'

type Read = (path: string) => Promise<Record<string, unknown>[]>

/** Fails unless accounts and profiles have the model's versions, and corrections say why. */
export async function compareAccounts(
  { clients }: VaultUnderTest,
  model: VaultModel,
  read: Read,
): Promise<void> {
  const token = model.tokens[0]?.secret as string
  for (const [place, id] of [...model.accounts.keys()].entries()) {
    const client = clients[place % 2] as (typeof clients)[0]
    const history = historyOf(model, id)
    const { version, ...profile } = history.profile
    const path = `${PATHS.account}/${id}`
    const etagOf = ({ headers }: ApiResponse) => headers.get('etag')
    const found = await client.get(path, { token })
    assert.equal(etagOf(found), `"${nextVersion(history) - 1}"`, `the version of ${id}`)
    const kept = await client.get(`${path}/profile`, { token })
    assert.equal(etagOf(kept), `"${version}"`, `the version of the profile of ${id}`)
    assert.deepEqual(kept.body, { data: profile })
    const corrections = (await read(`${path}/corrections`)).map(({ at: _, ...rest }) => rest)
    const expected = history.corrections.map((one, index) => ({ number: index + 1, ...one }))
    assert.equal(difference(corrections, expected), undefined, `the corrections of ${id}`)
  }
}

/** Fails unless the feed has each change of an account, in order, with its version and members. */
export function compareAccountEvents(events: readonly FeedEvent[], model: VaultModel): void {
  for (const id of model.accounts.keys()) {
    const found = events
      .filter(({ type, subject }) => subject.id === id && type !== 'fbo_account.created')
      .map(({ type, data }) => [type, data.version, data.changedMembers])
    assert.deepEqual(found, historyOf(model, id).events, `the events of ${id}`)
  }
}
