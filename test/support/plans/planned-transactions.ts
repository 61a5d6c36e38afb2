import { lockSigners } from '../../../src/access/passkeys/passkey.ts'
import { lockLiveTokens } from '../../../src/access/people/person-state.ts'
import { lockRoleToDelete } from '../../../src/access/people/role.ts'
import { findSessionToken, lockSession } from '../../../src/access/sessions/session.ts'
import type { RequestKey } from '../../../src/database/changes/change.ts'
import { lookUpKeys, storeResponses } from '../../../src/database/changes/idempotency-keys.ts'
import {
  inOrganization,
  type OrganizationTransaction,
} from '../../../src/database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../../../src/database/request-database.ts'
import { noteNextWords } from '../../../src/vault/search/note-words.ts'
import { findResembling } from '../../../src/vault/search/search-records.store.ts'
import { RESULT_TYPES } from '../../../src/vault/search/searched-types.ts'
import { countFigures } from '../../../src/vault/summary/get-summary.store.ts'
import { tokenHolders } from '../../../src/vault/summary/waiting-for-caller.ts'
import type { Sql } from '../vault/sql.ts'
import { CALLER } from './planned.ts'
import { INDEXES_OF_WORDS } from './planned-reads.ts'

/** Statements of a transaction, and what their plans must use. */
export interface PlannedTransaction {
  readonly name: string
  readonly work: (sql: Sql) => Promise<unknown>
  /** The statements that are looked at, by a part of their text. */
  readonly of: string
  /** All indexes of each statement. */
  readonly exactly?: readonly (readonly string[])[]
  /** An index of each statement. */
  readonly each?: readonly string[]
  /** Indexes of some statement. */
  readonly some?: readonly string[]
  /** Parts that some statement has. */
  readonly parts?: readonly string[]
}

/** Works in a transaction of the organization, which is undone. */
export const within =
  (work: (tx: OrganizationTransaction) => Promise<unknown>) => async (sql: Sql) =>
    await inOrganization(sql, CALLER.organizationId, async (tx) => {
      await work(tx)
      return { end: 'roll_back', value: undefined }
    })

/** Runs each statement on a connection of the test. */
const onIts = (work: (database: RequestDatabase) => Promise<unknown>) => (sql: Sql) => {
  const run: RequestDatabase['run'] = async (_caller, statement) => await statement(sql)
  return work({ run, search: run } as Pick<RequestDatabase, 'run' | 'search'> as RequestDatabase)
}

const DIGEST = 'ab'.repeat(32)
const proof = { assertion: { credentialId: 'credential_prsn_1' } }
const keys = (count: number): RequestKey[] =>
  Array.from({ length: count }, (_, number) => ({
    operation: 'createTransfer',
    key: `key_${number * 4 + 1}`,
    requestSha256: DIGEST,
  }))
const response = { status: 201, headers: {}, text: '{}' }
const [OLDEST, BY_KEY] = [['idempotency_keys_oldest'], ['idempotency_keys_pkey']]

export const PLANNED_TRANSACTIONS: readonly PlannedTransaction[] = [
  {
    name: 'a trade, a suspension, a signature and the end of a role',
    work: within(async (tx) => {
      await lockSession(tx, DIGEST)
      await findSessionToken(tx, DIGEST)
      await lockLiveTokens(tx, 'prsn_1')
      await lockSigners(tx, [{ proof }])
      await lockRoleToDelete(tx, 'desk')
    }),
    of: '',
    some: [
      ...['sessions_secret_unique', 'access_tokens_of_person'],
      ...['passkeys_credential', 'access_tokens_of_role'],
    ],
  },
  {
    name: 'a count for the summary',
    work: within(async (tx) => {
      await countFigures(tx)
      await tokenHolders(tx, ['tok_1', 'tok_2'])
    }),
    of: '',
    some: ['access_tokens_pkey', 'outbound_shipments_held'],
  },
  {
    name: 'records with similar words, whatever PostgreSQL supposes',
    work: onIts(async (database) => {
      for (const type of RESULT_TYPES)
        await findResembling(CALLER, database, { type, words: 'peny blak', enough: 21 })
    }),
    of: '%>',
    each: RESULT_TYPES.map((type) => INDEXES_OF_WORDS[type]),
  },
  {
    name: 'words that are noted',
    work: onIts((database) => noteNextWords(CALLER, database)),
    of: '',
    parts: ['from events', 'not exists', 'insert into search_texts'],
  },
  ...[1, 64].map((count) => ({
    name: `reading, storing and deleting ${count} keys`,
    work: within(async (tx) => {
      const { states } = await lookUpKeys(tx, keys(count))
      if (states.length !== count) throw new Error(`${states.length} of ${count} keys`)
      const stored = keys(count).map((key) => ({
        key: { ...key, key: `new_${key.key}` },
        response,
      }))
      storeResponses(tx, stored, true)
    }),
    of: 'idempotency_keys',
    exactly: [OLDEST, BY_KEY, BY_KEY, ['organizations_pkey'], OLDEST],
  })),
]
