import { type TObject, type TSchema, Type } from 'typebox'
import { ASSERTION, type Assertion, type RelyingParty } from '../../access/passkeys/assertion.ts'
import type { Accepted, Change, ChangeRequest, Locking } from '../../database/changes/change.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { RefusalCode } from '../../domain/errors.ts'
import type { EventData, EventType, NewEvent } from '../../domain/events.ts'
import { type byId, namedObject, type recordId } from '../../domain/fields.ts'
import { change, recordReply } from '../../http/change.ts'
import { type OperationContract, versionedResponse } from '../../http/operation-contract.ts'
import { type ApprovalState, isLast, type NewApproval, toldApproval } from './approval.ts'
import {
  type ApprovedType,
  type DecisionFacts,
  decisionFacts,
  writeApproval,
} from './approvals.store.ts'
import { type DecidedRow, type Decision, type Found, judgedDecision } from './decision.rules.ts'

const APPROVAL_BODY = namedObject(
  'ApprovalRequest',
  'An approval, with its proof where the policy asks for one. The body can be omitted.',
  { proof: Type.Optional(ASSERTION) },
)

/** A record behind a decision. */
export interface Decided<Row, Before> {
  readonly before: Before
  /** As it is from now on. */
  readonly row: Row
  readonly approvals: ApprovalState
  readonly approval?: NewApproval
}

type RecordById = ReturnType<typeof byId<ReturnType<typeof recordId>>>

/** The parts that differ between the verbs of a type of record. */
export interface DecisionContract
  extends Pick<OperationContract, 'operationId' | 'description' | 'permission' | 'bodyIsOptional'> {
  readonly verb: string
  readonly body?: TObject
  /** The description of the response. */
  readonly outcome: string
}

/** The contract of one verb, and what it does with its type of record. */
interface DeclaredDecision<Input extends Decision, Row, Facts, Before>
  extends DecisionContract,
    RecordById,
    Pick<Change<Input, Facts, unknown>, 'sharing'>,
    Pick<OperationContract, 'path' | 'isOfCaller' | 'expiresTransfersFirst'> {
  readonly type: ApprovedType
  /** As refusals name it. */
  readonly noun: string
  /** Whether the caller needs a recent sign-in, where the policy asks for it; approvers do. */
  readonly asksSignIn?: boolean
  /** The schema of the record in the response. */
  readonly shown: TSchema
  /** The refusals that this type of record alone has. */
  readonly refusals: readonly RefusalCode[]
  /** Locks the records, then their items, each in the order of their ids. */
  readonly lock: (tx: OrganizationTransaction, inputs: readonly Input[]) => Locking<Facts>
  /** Undefined if the organization has no such record. */
  readonly find: (input: Input, locked: Facts & DecisionFacts, nowMs: number) => Before | undefined
  /** The record as the verb leaves it, the last approval included. An {Error} is a defect. */
  readonly end: (
    before: Before,
    one: Pick<ChangeRequest<Input>, 'caller' | 'input'> & Pick<Decided<Row, Before>, 'approval'>,
  ) => Row | Error
  readonly write: (tx: OrganizationTransaction, one: Accepted<Input, Decided<Row, Before>>) => void
  readonly events: (one: Accepted<Input, Decided<Row, Before>>) => readonly NewEvent[]
  readonly eventOf: (
    request: ChangeRequest<unknown>,
    row: Row,
    event: { type: EventType; occurredAt: Date; data: EventData },
  ) => NewEvent
  readonly view: (row: Row, approvals: ApprovalState) => object
}

/**
 * Declares one verb of a type of record. Of two decisions about one record, the second waits for
 * the lock of the first, and is judged by what that left. Every approval is written; one that is
 * not the last gives the record its next version, and leaves it waiting.
 */
export function decision<
  Input extends Decision,
  Row extends DecidedRow,
  Facts,
  Before extends Found<Row>,
>(declared: DeclaredDecision<Input, Row, Facts, Before>) {
  const { type, noun, verb, body, outcome, path, refusals, lock, find, end, write } = declared
  const { parameters, notFound, sharing, expiresTransfersFirst, isOfCaller } = declared
  const { operationId, description, permission, bodyIsOptional } = declared
  const isApproval = verb === 'approve'
  const asksSignIn = isApproval || declared.asksSignIn === true
  return change<typeof parameters, TObject, TSchema, TSchema, object, Decided<Row, Before>, Input>({
    ...{ operationId, description, permission, parameters, notFound },
    path: `${path}/{id}/${verb}`,
    ...(body && { body, ...(bodyIsOptional && { bodyIsOptional }) }),
    ...(isApproval && { body: APPROVAL_BODY, bodyIsOptional: true }),
    ...((isApproval || isOfCaller) && { isOfCaller: true }),
    ...(expiresTransfersFirst && { expiresTransfersFirst }),
    success: versionedResponse(outcome, declared.shown),
    refusals: refusalsOf({ isApproval, asksSignIn, own: refusals }),
    input: ({ parameters: { id }, body: sent, ifMatch }, { relyingParty }) =>
      ({ ...membersOf(sent, relyingParty), id, ifMatch, verb }) as unknown as Input,
    ...(sharing && { sharing }),
    lockAll: (tx, inputs, callers) => {
      const approvers = inputs.map(({ proof }, place) => {
        return { tokenId: callers[place]?.tokenId ?? null, ...(proof && { proof }) }
      })
      const ids = inputs.map(({ id }) => id)
      const locked: object = lock(tx, inputs)
      return { ...locked, ...decisionFacts(tx, type, ids, isApproval ? approvers : undefined) }
    },
    judge: (request, locked, { nowMs }): Decided<Row, Before> | Error => {
      const facts = locked as unknown as Facts & DecisionFacts
      const before = find(request.input, facts, nowMs)
      if (before === undefined) return notFound()
      const judged = judgedDecision(request, before, facts, { noun, asksSignIn, nowMs })
      if (judged instanceof Error) return judged
      const { approval } = judged
      const waits = approval !== undefined && !isLast(approval)
      const next = { ...before.row, version: before.row.version + 1 }
      const row = waits ? next : end(before, { ...request, ...(approval && { approval }) })
      return row instanceof Error ? row : { ...judged, before, row }
    },
    write: (tx, one) => {
      const { row, approval } = one.result
      if (approval !== undefined) writeApproval(tx, type, row.id, approval)
      if (approval === undefined || isLast(approval)) write(tx, one)
    },
    events: (one) => {
      const { row, approval, before } = one.result
      const told = approval && toldApproval(approval)
      const event = { type: `${type}.approval_given`, occurredAt: new Date(before.atMs) } as const
      const data = { version: row.version, ...told }
      return [
        ...(told ? [declared.eventOf(one, row, { ...event, data })] : []),
        ...(approval === undefined || isLast(approval) ? declared.events(one) : []),
      ]
    },
    respond: ({ row, approvals }) => recordReply(declared.view(row, approvals), row) as never,
  })
}

/** The refusals of a verb, in the order in which it is judged. */
function refusalsOf({
  isApproval,
  asksSignIn,
  own,
}: {
  readonly isApproval: boolean
  readonly asksSignIn: boolean
  readonly own: readonly RefusalCode[]
}): RefusalCode[] {
  const whenApproval = (...codes: RefusalCode[]) => (isApproval ? codes : [])
  return [
    ...(asksSignIn ? (['sign_in_required'] as const) : []),
    'version_conflict',
    ...whenApproval('self_approval_forbidden'),
    'invalid_state_transition',
    ...whenApproval('already_approved'),
    ...own,
    ...whenApproval('proof_required', 'proof_invalid'),
  ]
}

/** The members of a body, a signature with the vault that it must be for. */
function membersOf(sent: unknown, relyingParty: RelyingParty) {
  const { proof: assertion, ...others } = sent as { readonly proof?: Assertion }
  return { ...others, ...(assertion !== undefined && { proof: { assertion, relyingParty } }) }
}
