import type { Row } from './schema-rows.ts'

const HOME = 'home'
const AT = new Date('2026-01-01')

export const NEW_ROWS_OF_ACCOUNTS: Readonly<Record<string, (columns: Row) => Row>> = {
  fbo_accounts: (columns) => ({ organizationId: HOME, id: 'fbo_new', ...columns }),
  fbo_account_profiles: (columns) => ({
    organizationId: HOME,
    fboAccountId: 'home_one',
    changedAt: AT,
    ...columns,
  }),
  approvals: (columns) => ({
    organizationId: HOME,
    subjectType: 'transfer',
    subjectId: 'home_xfer',
    version: 1,
    at: AT,
    ...columns,
  }),
  corrections: (columns) => ({
    organizationId: HOME,
    subjectType: 'fbo_account',
    subjectId: 'home_one',
    number: 1,
    at: AT,
    member: 'isPrimary',
    ...columns,
  }),
}
