import { type Static, Type } from 'typebox'
import { insufficientPermission, unknownRecord } from '../../domain/errors.ts'
import { byId, namedObject } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { CENTS_SUM_PATTERN } from '../../domain/limits.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { AS_SPREADSHEETS_WRITE } from '../../runtime/csv/file-form.ts'
import { createImport, UNWATCHED } from './create-import.ts'
import { IMPORT_KINDS } from './import-kinds.ts'
import type { ImportLimits } from './import-records.ts'
import type { ImportSpec } from './import-spec.ts'
import { findImport, type ImportRow } from './imports.store.ts'
import type { RowReader } from './read-rows.ts'

/** The names of the specification's record types; those of an import's `kind` are of their paths. */
const IMPORT_TYPE = Type.Enum(
  IMPORT_KINDS.map(({ name }) => name.replaceAll('-', '_')),
  { description: 'The record type of the rows.', examples: ['inventory_items'] },
)

const IMPORT_KIND = Type.Enum(
  IMPORT_KINDS.map(({ name }) => name),
  { description: 'The record type of the rows.', examples: ['inventory-items'] },
)

const FIRST_ROW = namedObject('ImportedRow', 'A row as it was read.', {
  line: Type.Integer({
    description: 'The line of the file that the row begins on; the header is 1.',
  }),
  cells: Type.Array(Type.String(), { description: 'The cells, in the order of `columns`.' }),
})

const MEMBERS = {
  id: Type.String({
    description:
      'The `Idempotency-Key` of the request if that can be an id (1 to 64 characters of A-Z a-z ' +
      '0-9 _ -), so its progress can be read before there is a response. Otherwise an id is made.',
    examples: [EXAMPLE_IDS.import],
  }),
  kind: IMPORT_KIND,
  state: Type.Enum(['receiving', 'inserting', 'completed'], {
    description:
      '`receiving`: rows are read and checked. `inserting`: all cells are valid; the rows are ' +
      'compared with the records of the organization, then inserted. `completed`: all of them are ' +
      'in. Until then, none is.',
  }),
  rowsTotal: Type.Integer({ description: 'The rows read so far; all of them after `receiving`.' }),
  rowsDone: Type.Integer({ description: 'The rows inserted so far.' }),
  amountCents: Type.Union([Type.String({ pattern: CENTS_SUM_PATTERN }), Type.Null()], {
    description:
      'The sum of `declaredValueCents` (items) or `maxInsuredValueCents` (accounts) as a decimal ' +
      'string; null for shipments, and while rows are received.',
    examples: ['125050'],
  }),
  newIdsBegin: Type.Union([Type.String(), Type.Null()], {
    description:
      'How the ids begin that were made for rows without one. The rest of such an id is the number ' +
      'of its row, from 1, in five digits of base32 (0-9 a-z without i l o u). Null if each row ' +
      'has an id of its own, and while rows are received.',
    examples: [EXAMPLE_IDS.inventoryItem.slice(0, -5)],
  }),
  contentSha256: Type.Union([Type.String(), Type.Null()], {
    description:
      'SHA-256 of the file in hexadecimal digits; null while rows are received. Send the value of ' +
      'a preview as the `Idempotency-Key` of the import: then the file is imported once.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
  columns: Type.Array(Type.String(), {
    description: 'Of a preview: the columns of the file, in its order. Otherwise empty.',
  }),
  firstRows: Type.Array(FIRST_ROW, {
    description: 'Of a preview: the first rows, at most five. Otherwise empty.',
  }),
  createdAt: Type.String({ description: 'When the import was begun.', format: 'date-time' }),
  completedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the records were there; null until then.',
  }),
}

const IMPORT = namedObject('Import', 'An import of records from a CSV file.', MEMBERS)

export type Import = Static<typeof IMPORT>

/** @param reader of a preview */
function toImport(row: ImportRow, reader?: RowReader): Import {
  const { id, kind, state, rowsTotal, rowsDone, amountCents, newIdsBegin, contentSha256 } = row
  return {
    id,
    kind: kind as Import['kind'],
    state: state === 'received' ? 'inserting' : state,
    rowsTotal,
    rowsDone,
    amountCents,
    newIdsBegin,
    contentSha256,
    columns: [...(reader?.header ?? [])],
    firstRows: reader?.firstRows ?? [],
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}

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
