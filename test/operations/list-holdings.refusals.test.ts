import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const fboAccountId = await records.fboAccount(organizationId)
await records.inventoryItem(organizationId, fboAccountId)

async function refused(id: string, query: string, expected: { status: number } & Invalid) {
  const path = `/v1/fbo-accounts/${id}/holdings`
  const response = await withoutWriting(records, () => api.get(`${path}?${query}`, { token }))
  const { status, code, detail, errors } = expected
  const more = errors === undefined ? {} : { errors }
  assertRefused(response, { status, code, detail, instance: path, ...more })
}

interface Invalid {
  readonly code: 'invalid_parameter' | 'unknown_parameter' | 'fbo_account_not_found'
  readonly detail: string
  readonly errors?: readonly Record<string, unknown>[]
}

const violation = (
  parameter: string,
  sentence: string,
  code: Invalid['code'] = 'invalid_parameter',
) => {
  const detail = `${parameter} ${sentence}`
  return {
    status: 400,
    code,
    detail,
    errors: [{ pointer: `/${parameter}`, in: 'query', code, detail }],
  }
}

const NOT_FOUND = {
  status: 404,
  code: 'fbo_account_not_found',
  detail: 'The organization has no FBO account with this id: check the id.',
} as const

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

test('asOf in the future is refused', async () => {
  const future = violation(
    'asOf',
    'is in the future: send a past moment, or leave asOf out to read the present.',
  )
  await refused(fboAccountId, `asOf=${inAnHour()}`, future)
  await refused(fboAccountId, `asOf=${inAnHour()}&page=9`, future)
  await refused(fboAccountId, 'asOf=9999-12-31T23:59:59Z', future)
})

test('asOf is a date and time of RFC 3339', async () => {
  const form =
    'must be an RFC 3339 date and time, such as 2026-11-21T09:15:00.000Z; an offset has ' +
    'less than 16 hours.'
  for (const value of [
    '',
    'now',
    '2026-01-01',
    '1767225600000',
    '2026-01-01T00:00:00',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00+02:00',
    '2026-01-01 00:00:00Z',
    '9999-12-31T23:59:59-01:00',
  ]) {
    await refused(fboAccountId, `asOf=${value}`, violation('asOf', form))
  }
  const twice = 'is given more than once: send it once.'
  const value = '2026-01-01T00:00:00Z'
  await refused(fboAccountId, `asOf=${value}&asOf=${value}`, violation('asOf', twice))
})

test('List Holdings takes page, limit, cursor and asOf, and no other parameter', async () => {
  const range = 'must be a whole number from 1 to 100.'
  await refused(fboAccountId, 'limit=101', violation('limit', range))
  const unknown = 'is not a query parameter of this operation. It has: page, limit, cursor, asOf.'
  await refused(fboAccountId, 'status=in_vault', violation('status', unknown, 'unknown_parameter'))
})

test('An unknown, malformed or foreign account id is not found, for any asOf', async () => {
  const foreign = await records.fboAccount(await records.organization())
  for (const id of ['fbo_nobody', foreign, 'a%20b', 'x'.repeat(65)]) {
    for (const query of ['', 'page=9', 'asOf=2026-01-01T00:00:00Z', `asOf=${inAnHour()}`]) {
      await refused(id, query, NOT_FOUND)
    }
  }
})
