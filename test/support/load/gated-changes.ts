import {
  BLOCKED_BY_EXPIRED,
  type Change,
  type ChangeOutcome,
  type RequestedChange,
  type RequestKey,
} from '../../../src/database/changes/change.ts'
import { ChangeBatcher } from '../../../src/database/changes/change-batcher.ts'
import type { Database } from '../../../src/database/database.ts'
import { operatorFor } from '../../../src/domain/caller.ts'
import { Refusal } from '../../../src/domain/errors.ts'
import { eventually } from '../processes/embedded-directory.ts'

/** A note to write, and how that ends. */
export interface Note {
  readonly note: string
  /** Requests with the same word conflict, and do not share a batch. */
  readonly wants?: readonly string[]
  readonly weight?: number
  readonly end?:
    | 'refused'
    | 'error'
    | 'throws'
    | 'due'
    /** PostgreSQL refuses to write it. */
    | 'poison'
    /** Writing it throws, before anything is sent. */
    | 'write_throws'
    /** Its response cannot be made. */
    | 'unspeakable'
}

/** The facts of a decision: the notes accepted before. */
interface Facts {
  readonly accepted: string[]
}

export interface Written {
  readonly note: string
  /** The notes accepted before it in the same transaction. */
  readonly behind: readonly string[]
}

/** The table of the notes, which is not part of the vault. */
export const NOTES_TABLE = `
  create table notes (organization_id text, note text not null);
  grant select, insert on notes to public`

/** A change that writes notes; `locked` is called in each transaction, and may delay it. */
export function notesChange(
  locked: (notes: readonly Note[]) => Promise<void> = async () => undefined,
  name = 'notes',
): Change<Note, Facts, Written> {
  return {
    name,
    seesExpired: true,
    sharing: {
      weightOf: ({ weight }) => weight ?? 1,
      keysOf: ({ wants }) => wants ?? [],
    },
    lockAll: async (tx, notes) => {
      await tx.run('select $1::text', [])
      await locked(notes)
      return { accepted: [] }
    },
    judge: ({ input: { note, end } }, { accepted }, { hasExpired }) => {
      if (end === 'refused') return new Refusal('same_account')
      if (end === 'error') return new Error(`${note} is a defect`)
      if (end === 'due' && hasExpired) return BLOCKED_BY_EXPIRED
      const behind = [...accepted]
      accepted.push(note)
      if (end === 'throws') throw new Error(`${note} throws`)
      return { note, behind }
    },
    write: (tx, { input }) => {
      if (input.end === 'write_throws') throw new Error(`${input.note} cannot be sent`)
      const note = input.end === 'poison' ? null : input.note
      void tx.run('insert into notes values ($1, $2)', [note])
    },
    events: () => [],
  }
}

/** A request for a note of that organization, by the vault's operator. */
export function noteRequest(
  organization: string,
  input: Note,
  more: Partial<RequestedChange<Note, Written>> = {},
): RequestedChange<Note, Written> {
  return {
    caller: operatorFor(organization),
    requestId: null,
    input,
    isDryRun: false,
    isAfterExpiry: false,
    respond: ({ note }) => {
      if (input.end === 'unspeakable') throw new Error(`${note} is unspeakable`)
      return { status: 201, headers: { ETag: '"1"' }, text: note }
    },
    ...more,
  }
}

/** A transaction under way, which goes on when the test says so. */
interface Sent {
  readonly notes: string
  readonly proceed: () => void
}

/**
 * A batcher over real transactions, each of which waits before its decision.
 * @param isConnecting whether each waits for its connection, too
 */
export function openBatcher(
  database: Database,
  overrides: Partial<ConstructorParameters<typeof ChangeBatcher>[0]> = {},
  isConnecting = false,
) {
  /** Gives each transaction its connection. */
  const connected: (() => void)[] = []
  const sent: Sent[] = []
  /** Whether several requests may share it, for each transaction. */
  const shared: boolean[] = []
  const hold = async (notes: readonly Note[]) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    sent.push({ notes: notes.map(({ note }) => note).join(' '), proceed: resolve })
    await promise
  }
  const changes = { notes: notesChange(hold), others: notesChange(hold, 'others') }
  const limits = {
    sizeMax: 64,
    weightMax: 1_000,
    inFlightMax: 4,
    waitingMax: 1_000,
    waitTimeoutMs: 60_000,
    sharedWaitMs: 60_000,
    ...overrides,
  }
  const batcher = new ChangeBatcher(limits, {
    run: async (_organizationId, isShared, transaction) => {
      shared.push(isShared)
      if (isConnecting) await new Promise<void>((connect) => connected.push(connect))
      return await transaction(database.sql)
    },
    batched: () => undefined,
  })
  return {
    batcher,
    sent,
    shared,
    connected,
    notesSent: () => sent.map(({ notes }) => notes),
    ask: (
      organization: string,
      note: string,
      more: Partial<Note> & { kind?: keyof typeof changes; key?: RequestKey } = {},
    ): Promise<ChangeOutcome<Written>> => {
      const { kind = 'notes', key, ...rest } = more
      const request = noteRequest(organization, { note, ...rest }, key && { key })
      return batcher.decide(changes[kind], request)
    },
    /** Waits until so many transactions were begun. */
    begun: (count: number) =>
      eventually(async () => (sent.length >= count ? sent : undefined), `${count} to be begun`),
  }
}
