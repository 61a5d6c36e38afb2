import { randomBytes } from 'node:crypto'
import { hoursLater, into, newestFirst } from './lists.ts'

export const TOKENS = newestFirst(
  '/v1/access-tokens',
  into('access_tokens', () => ({
    tokenSha256: randomBytes(32),
    permissions: [],
    expiresAt: hoursLater(24),
  })),
)

export const PEOPLE = newestFirst(
  '/v1/people',
  into('people', () => ({
    email: `${randomBytes(8).toString('hex')}@example.com`,
    name: 'Ada',
    roleIds: ['auditor'],
  })),
  'state=invited',
)
