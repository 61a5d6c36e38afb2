import { Type } from 'typebox'
import { type CorrectedType, SUBJECT_TABLES } from '../../database/changes/corrections.ts'
import { recordNotFound } from '../../domain/errors.ts'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { recordId } from '../../domain/fields.ts'
import { listOperation } from '../../http/list-operation.ts'
import { CORRECTION, toCorrection } from './correction.ts'
import { CORRECTION_PAGES } from './list-corrections.store.ts'

export const listCorrectionsRoute = listOperation({
  operationId: 'listCorrections',
  description:
    'Lists what was put right in one account, item, shipment or transfer batch, and every change ' +
    'of the declared value of an item, oldest first, page by page: when, which member, from what to ' +
    'what, why and by whom. Only records that the token may read are found; the operation needs no ' +
    'permission of its own.',
  path: '/v1/corrections',
  permission: null,
  filters: {
    subjectId: recordId('The record.', EXAMPLE_IDS.inventoryItem),
    subjectType: Type.Optional(
      Type.Enum(Object.keys(SUBJECT_TABLES) as CorrectedType[], {
        description: 'The type of the record, where records of several types may have the id.',
        examples: ['inventory_item'],
      }),
    ),
  },
  recordFilter: 'subjectId',
  notFound: recordNotFound,
  whatMayChange: 'Corrections made in the meantime come at the end.',
  entry: CORRECTION,
  entries: 'corrections',
  pages: CORRECTION_PAGES,
  toView: toCorrection,
})
