import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { versionConflict } from '../versions.ts'
import { type FboAccountRow, fboAccountNotFound } from './fbo-account.ts'
import {
  type FboAccountUpdate,
  findFboAccountVersion,
  updateFboAccount as writeFboAccount,
} from './update-fbo-account.store.ts'

/**
 * Changes an account, if it is at a version that the change is meant for.
 * @throws {Refusal} `fbo_account_not_found`; `version_conflict`
 */
export async function updateFboAccount(
  caller: Caller,
  database: RequestDatabase,
  update: FboAccountUpdate,
): Promise<FboAccountRow> {
  const row = await writeFboAccount(caller, database, update)
  if (row !== undefined) return row
  if (update.ifMatch === undefined) throw fboAccountNotFound()
  const version = await findFboAccountVersion(caller, database, update.id)
  throw version === undefined ? fboAccountNotFound() : versionConflict('account', version)
}
