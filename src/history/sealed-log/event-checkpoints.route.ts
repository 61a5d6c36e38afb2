import { change } from '../../http/change.ts'
import { listOperation } from '../../http/list-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import type { CheckedChains } from './checked-chains.ts'
import { CREATE_EVENT_CHECKPOINT } from './create-event-checkpoint.ts'
import {
  CHECKPOINT_PAGES,
  EVENT_CHECKPOINT,
  type EventCheckpointRow,
  toEventCheckpoint,
} from './event-checkpoint.ts'

export function createEventCheckpointRoute(chains: CheckedChains) {
  return change({
    operationId: 'createEventCheckpoint',
    description:
      'Signs how far the sealed log goes now. Events are sealed some seconds after their change: ' +
      '`sequence` says which event is the last. Within an hour, a checkpoint over the same ' +
      'event by the same key is returned again, also if only checkpoints were made since. It is ' +
      'signed only if it continues what was signed before. It is an event, ' +
      '`event_checkpoint.created`.',
    path: '/v1/event-checkpoints',
    permission: 'events:read',
    success: { ...recordResponse('The checkpoint.', EVENT_CHECKPOINT), status: 201 },
    refusals: ['signing_key_missing', 'sealed_log_contradicted'],
    ...CREATE_EVENT_CHECKPOINT,
    input: async () => ({ ...(await chains.signing()), system: null }),
    respond: ({ checkpoint }) => ({
      body: { data: toEventCheckpoint(checkpoint as EventCheckpointRow) },
    }),
    committed: (_, { checkpoint }) => chains.remember(checkpoint as EventCheckpointRow),
  })
}

export const listEventCheckpointsRoute = listOperation({
  operationId: 'listEventCheckpoints',
  description:
    'Lists the signed checkpoints of the sealed log, newest first, page by page. While events ' +
    'are written, one is made every hour. Keep one elsewhere: with it, `vault-inventory events ' +
    'verify` proves that no event before it was altered or removed since.',
  path: '/v1/event-checkpoints',
  permission: 'events:read',
  entry: EVENT_CHECKPOINT,
  entries: 'checkpoints',
  pages: CHECKPOINT_PAGES,
  toView: toEventCheckpoint,
})
