import { Type } from 'typebox'
import { insufficientPermission, unknownRecord } from '../../domain/errors.ts'
import { byId } from '../../domain/fields.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { AS_SPREADSHEETS_WRITE } from '../../runtime/csv/file-form.ts'
import { createImport, UNWATCHED } from './create-import.ts'
import { IMPORT, IMPORT_TYPE, toImport } from './import.ts'
import { IMPORT_KINDS } from './import-kinds.ts'
import type { ImportLimits } from './import-records.ts'
import type { ImportSpec } from './import-spec.ts'
import { findImport } from './imports.store.ts'

export function createImportRoute(limits: ImportLimits) {
  return operation({
    operationId: 'createImport',
    description: descriptionOf(limits),
    method: 'POST',
    path: '/v1/imports',
    permission: 'imports:create',
    query: Type.Object({
      type: IMPORT_TYPE,
      importAgain: Type.Optional(
        Type.Enum(['true', 'false'], {
          description:
            '`true` imports a file without ids although it was imported in the last seven days.',
          examples: ['true'],
        }),
      ),
    }),
    csv: {
      description: `The file. ${AS_SPREADSHEETS_WRITE}`,
      example:
        'fboAccountId,description,declaredValueCents\nfbo_ada,"Graded card, mint 9",125000\n',
    },
    bodyBytesMax: limits.bytesMax,
    success: {
      ...recordResponse('The import. All of its records are there.', IMPORT),
      status: 201,
      headers: { Location: Type.String({ description: 'Path of the import.' }) },
    },
    refusals: [
      'self_approval_forbidden',
      'fbo_account_not_found',
      'outbound_shipment_not_found',
      'primary_account_exists',
      'external_id_taken',
      'file_already_imported',
    ],
    handle: async (
      { caller, query, idempotencyKey: key, isDryRun },
      head,
      { body, id, server: app },
    ) => {
      const kind = query.type.replaceAll('_', '-')
      const spec = IMPORT_KINDS.find(({ name }) => name === kind) as ImportSpec
      if (!caller.permissions.has(spec.permission)) throw insufficientPermission(spec.permission)
      const bytes = (body as AsyncIterable<Buffer> | undefined) ?? noBytes()
      const again = query.importAgain === 'true'
      const sent = { spec, bytes, limits, key, again, preview: isDryRun, requestId: id }
      const created = await createImport(caller, app.database, { ...sent, ...UNWATCHED })
      const data = toImport(created.row, created.reader)
      head.header('Location', `${app.basePath}/v1/imports/${data.id}`)
      if (isDryRun) {
        head.header('Validate-Only', 'true')
        head.status = 200
      } else if (created.isReplay) head.header('Idempotent-Replayed', 'true')
      return { data }
    },
  })
}

async function* noBytes(): AsyncGenerator<Buffer> {}

function descriptionOf({ rowsMax, timeoutMs }: ImportLimits): string {
  return (
    'Imports records from a CSV file (RFC 4180): every row, or none if one breaks a ' +
    'rule. The first line names the columns; `vault-inventory import KIND --help` lists them. ' +
    'Records keep their `id` and `createdAt`. Beside `imports:create`, the token needs the ' +
    'permission to create the records, and those of the operations that lead to a `status`. ' +
    'With `fourEyes` or `approvalRules`, no row may say that it is approved. Import accounts first, ' +
    'then shipments, then items.' +
    `\n\nAt most ${rowsMax} rows, which come within ${timeoutMs / 60_000} minutes. ` +
    'The permissions count that the token has when they are inserted. The response follows then; ' +
    'Get Import has the progress. The pointers of violations are the line and the column: ' +
    '`/3/status`.\n\n' +
    'If the connection breaks, send the same file with the same `Idempotency-Key`: it goes on, ' +
    'and imports nothing twice.'
  )
}

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
