import { type MetadataPatch, mergedMetadata } from '../../src/domain/metadata.ts'
import { chooseId } from './choose-record.ts'
import type { Dice } from './dice.ts'
import type { ModelToken, TransferEntry, VaultModel } from './model-state.ts'
import { type Prediction, seen } from './predict.ts'
import { patch, post, type WireRequest } from './wire-request.ts'

export type TransferVerb = 'approve' | 'reject' | 'cancel'

type TransferUpdate = {
  readonly op: 'updateTransfer'
  readonly id: string
  readonly metadata: MetadataPatch
}

export type TransferAction =
  | {
      readonly op: 'createTransfer'
      readonly from: string
      readonly to: string
      readonly notes?: string
      readonly items: readonly TransferEntry[]
    }
  | {
      readonly op: 'decideTransfer'
      readonly id: string
      readonly verb: TransferVerb
      readonly reason: string
    }
  | TransferUpdate

const PATH = '/v1/transfers'

export function toTransferRequest(action: TransferAction): WireRequest {
  switch (action.op) {
    case 'createTransfer': {
      const { from, to, notes, items } = action
      const accounts = { fromFboAccountId: from, toFboAccountId: to }
      const body = { ...accounts, ...(notes === undefined ? {} : { notes }), items }
      return post(PATH, 'transfer_batches:create', body)
    }
    case 'decideTransfer': {
      const { id, verb, reason } = action
      const permission = verb === 'cancel' ? 'transfer_batches:cancel' : 'transfer_batches:approve'
      const body = verb === 'approve' ? undefined : { reason }
      return post(`${PATH}/${id}/${verb}`, permission, body)
    }
    case 'updateTransfer': {
      const { id, metadata } = action
      return patch(`${PATH}/${id}`, 'transfer_batches:create', { metadata })
    }
  }
}

/** A change of the metadata of any transfer, which now and then changes nothing. */
export function chooseTransferUpdate(model: VaultModel, dice: Dice): TransferAction {
  const id = chooseId(model, dice, 'transfer')
  const pair = { [`k${dice.upTo(3)}`]: dice.one(['a', 'b', null]) }
  return { op: 'updateTransfer', id, metadata: dice.chance(0.1) ? {} : pair }
}

export function predictUpdateTransfer(
  model: VaultModel,
  caller: ModelToken,
  { id, metadata: changes }: TransferUpdate,
): Prediction {
  const transfer = seen(model.transfers, caller, id)
  if (transfer === undefined) return { status: 404, code: 'transfer_batch_not_found' }
  const metadata = mergedMetadata(transfer.metadata, changes)
  return {
    status: 200,
    body: () => ({ data: { ...transfer, metadata } }),
    apply: () => {
      transfer.metadata = metadata
    },
  }
}
