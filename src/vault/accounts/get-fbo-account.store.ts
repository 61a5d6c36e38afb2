import { type FoundRecord, recordRead } from '../../database/record-read.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { FBO_ACCOUNT, type FboAccount } from './fbo-account.ts'

const READ = recordRead('fbo_accounts', FBO_ACCOUNT)

/** The caller's account with this id; undefined where the organization has none. */
export function findFboAccount(
  caller: Caller,
  database: Pick<RequestDatabase, 'read'>,
  id: string,
): Promise<FoundRecord<FboAccount> | undefined> {
  return database.read(READ, caller, id)
}
