import type { TObject, TSchema } from 'typebox'
import type { Change } from '../../database/changes/change.ts'
import type { RefusalCode } from '../../domain/errors.ts'
import type { byId, recordId } from '../../domain/fields.ts'
import type { RecordToChange } from '../../domain/versions.ts'
import { changeOperation, type recordReply } from '../../http/change-operation.ts'
import type { Route } from '../../http/operation.ts'
import { type OperationContract, versionedResponse } from '../../http/operation-contract.ts'
import { APPROVAL_BODY, type GivenDecision, givenDecision } from './approval-proof.ts'

export type DecisionVerb = 'approve' | 'reject' | 'cancel'

/** A caller's decision about the record with that id. */
export interface Decision extends GivenDecision, RecordToChange {
  readonly verb: DecisionVerb
}

type Published = 'operationId' | 'description' | 'permission'

/** The parts that differ between approve, reject and cancel. */
export type DecisionContract = Pick<OperationContract, Published> & {
  /** The description of the response. */
  readonly outcome: string
} & (
    | { readonly verb: 'approve'; readonly body?: never }
    // With the reason.
    | { readonly verb: 'reject' | 'cancel'; readonly body: TObject }
  )

type RecordById = ReturnType<typeof byId<ReturnType<typeof recordId>>>

interface DecidedRecord<Result>
  extends RecordById,
    Pick<OperationContract, 'path' | 'expiresTransfersFirst'> {
  readonly shown: TSchema
  /** The refusal of an approval that this type alone has. */
  readonly ownRefusal: RefusalCode
  // biome-ignore lint/suspicious/noExplicitAny: only the change knows what it locks.
  readonly change: Change<Decision, any, Result>
  readonly respond: (result: Result) => ReturnType<typeof recordReply>
}

export function decisionOperation<Result>(
  { path, shown, ownRefusal, ...record }: DecidedRecord<Result>,
  { verb, body = APPROVAL_BODY, outcome, ...contract }: DecisionContract,
): Route {
  return changeOperation({
    ...contract,
    ...record,
    path: `${path}/{id}/${verb}`,
    body,
    isOfCaller: true,
    ...(verb === 'approve' && { bodyIsOptional: true }),
    success: versionedResponse(outcome, shown),
    refusals:
      verb === 'approve'
        ? [
            'version_conflict',
            'sign_in_required',
            'self_approval_forbidden',
            'invalid_state_transition',
            'already_approved',
            ownRefusal,
            'proof_required',
            'proof_invalid',
          ]
        : ['version_conflict', 'invalid_state_transition'],
    input: ({ parameters, body, ifMatch }, { relyingParty }) => ({
      ...givenDecision(body, relyingParty),
      ...parameters,
      ifMatch,
      verb,
    }),
  })
}
