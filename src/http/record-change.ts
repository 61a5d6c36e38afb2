import type { Static, TObject, TSchema } from 'typebox'
import type { ChangeRequest, DecisionTime, Locking } from '../database/changes/change.ts'
import {
  type CorrectedMember,
  correctionsOf,
  writeCorrections,
} from '../database/changes/corrections.ts'
import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { RecordRow, RecordType } from '../database/record.ts'
import type { Caller } from '../domain/caller.ts'
import type { Refusal } from '../domain/errors.ts'
import { type EventData, type EventType, eventOf } from '../domain/events.ts'
import { versionRefusal } from '../domain/versions.ts'
import { change, recordReply, type Sent } from './change.ts'
import type { OperationBehaviour } from './operation.ts'
import { type OperationContract, versionedResponse } from './operation-contract.ts'

interface Changed<Row, Facts> {
  readonly id: string
  readonly before: Row
  readonly row: Row
  /** The members that have another value; none where nothing changes. */
  readonly corrected: readonly CorrectedMember[]
  readonly facts: Facts
  readonly by: ChangeRequest<unknown>
  readonly at: Date
}

/** The locked record, and further facts. */
type WithRecord<Row> = { readonly before: Row | undefined }

/** The contract of a change of one record, and what it makes of the locked row. */
type RecordChange<
  Body extends TSchema,
  Row extends RecordRow,
  Response extends TSchema,
  Facts extends WithRecord<Row>,
> = Pick<
  OperationContract<TObject, TObject, Body, Response>,
  'operationId' | 'description' | 'path' | 'permission' | 'refusals' | 'bodyBytesMax'
> &
  Pick<OperationBehaviour<TObject, TObject, Body, Response>, 'bodyViolations'> & {
    /** PATCH by default. */
    readonly method?: 'POST' | 'PUT'
    readonly isOfPowers?: true
    readonly expiresTransfersFirst?: true
    readonly body: Body
    readonly response: readonly [description: string, schema: Response]
    readonly toView: (row: Row) => Static<Response>
    /** Locks the record as `before`, and further facts. */
    readonly lock: (
      tx: OrganizationTransaction,
      sent: Sent<RecordType<Row>['parameters'], Body>,
    ) => Locking<Facts>
    /** Refuses before it is known whether the record exists, and at which version. */
    readonly refusal?: (
      request: ChangeRequest<Sent<RecordType<Row>['parameters'], Body>>,
      facts: Facts,
      moment: DecisionTime,
    ) => Refusal | undefined
    /** Whether two values of a member are no change; by default, where they are deeply equal. */
    readonly isSame?: (one: unknown, other: unknown) => boolean
    /** The members that change, in published order. Equal values change nothing. */
    readonly values: (
      row: Row,
      body: Static<Body>,
      facts: Facts,
      caller: Caller,
    ) => Partial<Row> | Refusal
    /** Members that follow from the change: no corrections. */
    readonly besides?: (changed: Changed<Row, Facts>) => Partial<Row>
    /** Sends what is written besides the record, its corrections and its event. */
    readonly alsoWrite?: (tx: OrganizationTransaction, changed: Changed<Row, Facts>) => void
    /** A type whose event names the members; else the events, without their version. */
    readonly event:
      | EventType
      | ((changed: Changed<Row, Facts>) => readonly (readonly [EventType, EventData])[])
    /** Said in its event besides the version and the names of the members. */
    readonly eventData?: (changed: Changed<Row, Facts>) => EventData
  }

/**
 * Declares a change of one record. The record is locked; an unknown one, another version than
 * `If-Match` names and what `values` refuses is refused. Where a value differs, the record gets its
 * next version, its corrections and its event; else nothing is written.
 */
export function recordChange<
  Body extends TSchema,
  Row extends RecordRow,
  Response extends TSchema,
  Facts extends WithRecord<Row>,
>(record: RecordType<Row>, declared: RecordChange<Body, Row, Response, Facts>) {
  const { refusal, values, isSame, besides, alsoWrite, event, eventData } = declared
  const { parameters, notFound, noun, subject, correctedAs } = record
  return change({
    method: 'PATCH',
    ...declared,
    parameters,
    notFound,
    success: versionedResponse(...declared.response),
    judge: (request, facts, moment): Changed<Row, Facts> | Refusal => {
      const { caller, input } = request
      const { id, ifMatch, body } = input
      const refused = refusal?.(request, facts, moment)
      if (refused !== undefined) return refused
      const { before } = facts
      if (before === undefined) return notFound()
      const { version } = before
      const stale = versionRefusal(noun, { version, ifMatch })
      if (stale !== undefined) return stale
      const changed = values(before, body, facts, caller)
      if (changed instanceof Error) return changed
      const names = Object.keys(changed) as (keyof Row & string)[]
      const corrected = correctionsOf<Row>(before, { ...before, ...changed }, names, isSame)
      const next = { ...before, ...changed, version: version + 1 }
      const row = corrected.length > 0 ? next : before
      const made = { id, before, row, corrected, facts, by: request, at: new Date(moment.nowMs) }
      if (row === before || besides === undefined) return made
      return { ...made, row: { ...row, ...besides(made) } }
    },
    write: (tx, { caller: { tokenId }, input: { body }, result }) => {
      const { id: subjectId, row, corrected, at } = result
      if (corrected.length === 0) return
      record.write(tx, row, result)
      if (correctedAs !== undefined) {
        const { reason = null } = body as { readonly reason?: string | null }
        const made = { subjectType: correctedAs, subjectId, at, reason, tokenId }
        writeCorrections(tx, [{ ...made, corrected }])
      }
      alsoWrite?.(tx, result)
    },
    events: (one) => {
      const { id, row, corrected, at: occurredAt } = one.result
      if (corrected.length === 0) return []
      const changedMembers = corrected.map(({ member }) => member)
      const events =
        typeof event === 'function'
          ? event(one.result)
          : ([[event, { changedMembers, ...eventData?.(one.result) }]] as const)
      return events.map(([type, said]) => {
        const data = { version: row.version, ...said }
        return eventOf(one, type, { occurredAt, subject: { type: subject, id }, data })
      })
    },
    respond: ({ row }) => recordReply(declared.toView(row), row) as never,
  })
}
