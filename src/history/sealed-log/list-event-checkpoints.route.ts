import { listOperation } from '../../http/list-operation.ts'
import { EVENT_CHECKPOINT, toEventCheckpoint } from './event-checkpoint.ts'
import { CHECKPOINT_PAGES } from './event-checkpoints.store.ts'

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
