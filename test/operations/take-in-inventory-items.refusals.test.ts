import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const fboAccountId = await records.fboAccount(organizationId)
const foreignAccountId = await records.fboAccount(await records.organization())
const item = { fboAccountId, description: 'Ring', declaredValueCents: '100' }

type Errors = readonly Record<string, unknown>[]

/** The request is refused with exactly these errors, and nothing is taken in. */
async function refused(
  body: unknown,
  expected: { status?: number; code: RefusalCode; errors: Errors; errorsTotal?: number },
) {
  const { status = 400 } = expected
  const response = await withoutWriting(records, () =>
    api.post('/v1/inventory-items', { token, body }),
  )
  assertRefused(response, { ...expected, status, instance: '/v1/inventory-items' })
}

const violation = (place: string, code: string, sentence: string) => ({
  pointer: `/${place}`,
  code,
  detail: `${place.replaceAll('/', '.')} ${sentence}`,
})

test('A body with both an item and items, or that is no object, is refused', async () => {
  const code = 'unknown_field'
  const sentence = 'is not accepted by this operation: leave it out.'
  await refused(
    { ...item, items: [item] },
    {
      code,
      errors: Object.keys(item).map((member) => violation(member, code, sentence)),
    },
  )
  for (const body of [null, [], [item], 'text', 7]) {
    const error = { pointer: '', code: 'invalid_type', detail: 'The body must be an object.' }
    await refused(body, { code: 'invalid_request', errors: [error] })
  }
})

const unknown = (pointer: string) => ({
  pointer,
  code: 'fbo_account_not_found',
  detail: `The organization has no FBO account with the id in ${pointer.slice(1).replaceAll('/', '.')}: check the id.`,
})

test('One unknown account refuses all items, and up to a hundred places are named', async () => {
  const invalid = { ...item, fboAccountId: 'fbo_nobody' }
  const foreign = { ...item, fboAccountId: foreignAccountId }
  const code = 'fbo_account_not_found'
  await refused(
    { items: [invalid, item, foreign, item, invalid] },
    {
      status: 404,
      code,
      errors: [0, 2, 4].map((index) => unknown(`/items/${index}/fboAccountId`)),
    },
  )
  await refused(
    { items: [item, ...Array.from({ length: 999 }, () => invalid)] },
    {
      status: 404,
      code,
      errors: Array.from({ length: 100 }, (_, index) =>
        unknown(`/items/${index + 1}/fboAccountId`),
      ),
      errorsTotal: 999,
    },
  )
})
