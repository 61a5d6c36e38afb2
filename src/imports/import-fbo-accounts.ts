import { UPDATABLE_FIELDS } from '../fbo-accounts/fbo-account.ts'
import { secondPrimaries } from './import-fbo-accounts.store.ts'
import type { ImportSpec } from './import-spec.ts'
import { oneOf, readCents, textBy } from './read-cells.ts'

/** Files of FBO accounts: the columns are the fields of Get FBO Account. */
export const FBO_ACCOUNTS_IMPORT: ImportSpec = {
  name: 'fbo-accounts',
  singular: 'FBO account',
  plural: 'FBO accounts',
  table: 'fbo_accounts',
  permission: 'fbo_accounts:create',
  idPrefix: 'fbo',
  event: { type: 'fbo_account.imported', recordsPath: '/v1/fbo-accounts' },
  amount: 'maxInsuredValueCents',
  columns: [
    { name: 'firstName', read: textBy(UPDATABLE_FIELDS.firstName) },
    { name: 'lastName', read: textBy(UPDATABLE_FIELDS.lastName) },
    { name: 'email', read: textBy(UPDATABLE_FIELDS.email) },
    { name: 'phone', read: textBy(UPDATABLE_FIELDS.phone) },
    { name: 'businessName', read: textBy(UPDATABLE_FIELDS.businessName) },
    { name: 'maxInsuredValueCents', read: readCents, default: '0' },
    { name: 'isPrimary', read: oneOf(['true', 'false']), default: 'false' },
  ],
  fileChecks: [secondPrimaries],
}
