import { unknownRecord } from '../../domain/errors.ts'
import { byId } from '../../domain/fields.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { IMPORT, toImport } from './import.ts'
import { findImport } from './imports.store.ts'

export const getImportRoute = operation({
  operationId: 'getImport',
  description:
    'Reads how far an import is. Imports are kept for seven days, those whose file did not ' +
    'arrive for one. Refused imports and previews are not kept.',
  path: '/v1/imports/{id}',
  permission: 'imports:create',
  ...byId(IMPORT, unknownRecord('import_not_found', 'import')),
  success: recordResponse('The import.', IMPORT),
  handle: async ({ caller, database, parameters: { id } }) => {
    const row = await findImport(caller, database, id)
    return row && { data: toImport(row) }
  },
})
