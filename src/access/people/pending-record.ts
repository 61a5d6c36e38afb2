import { type Static, Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { namedObject, recordId } from '../../domain/fields.ts'

export const PENDING_RECORD = namedObject('PendingRecord', 'A record that waits for an approval.', {
  type: Type.Enum(['transfer', 'outbound_shipment', 'revaluation'], {
    description: 'The type of the record.',
    examples: ['transfer'],
  }),
  id: recordId('Identifier of the record.', EXAMPLE_IDS.transferBatch),
  part: Type.Enum(['requested', 'approved'], {
    description: 'The part of the person: `approved` is one approval of several, which counts on.',
    examples: ['requested'],
  }),
})

export type PendingRecord = Readonly<Static<typeof PENDING_RECORD>>
