import { UPDATABLE_FIELDS } from '../fbo-accounts/fbo-account.ts'
import { duplicateIds, existingIds } from './check-rows.store.ts'
import { booleanColumn, centsColumn, idColumn, textColumn, timeColumn } from './import-columns.ts'
import { secondPrimaries } from './import-fbo-accounts.store.ts'
import type { ImportSpec } from './import-spec.ts'

/** Files of FBO accounts: the columns are the fields of Get FBO Account. */
export const FBO_ACCOUNTS_IMPORT: ImportSpec = {
  name: 'fbo-accounts',
  singular: 'FBO account',
  plural: 'FBO accounts',
  table: 'fbo_accounts',
  idPrefix: 'fbo',
  columns: [
    idColumn({ name: 'id', stored: 'id' }),
    textColumn({ name: 'firstName', stored: 'first_name' }, UPDATABLE_FIELDS.firstName),
    textColumn({ name: 'lastName', stored: 'last_name' }, UPDATABLE_FIELDS.lastName),
    textColumn({ name: 'email', stored: 'email' }, UPDATABLE_FIELDS.email),
    textColumn({ name: 'phone', stored: 'phone' }, UPDATABLE_FIELDS.phone),
    textColumn({ name: 'businessName', stored: 'business_name' }, UPDATABLE_FIELDS.businessName),
    centsColumn({ name: 'maxInsuredValueCents', stored: 'max_insured_value_cents', default: '0' }),
    booleanColumn({ name: 'isPrimary', stored: 'is_primary', default: 'false' }),
    timeColumn({ name: 'createdAt', stored: 'created_at' }),
  ],
  fileViolations: [duplicateIds, existingIds, secondPrimaries],
}
