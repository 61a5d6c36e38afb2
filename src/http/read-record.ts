import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { etagOf } from '../domain/versions.ts'
import type { ResponseHead } from './response/response-head.ts'

export type Find<Found> = (
  caller: Caller,
  database: RequestDatabase,
  id: string,
) => Promise<Found | undefined>

interface ReadRequest {
  readonly caller: Caller
  readonly database: RequestDatabase
  readonly parameters: { readonly id: string }
}

/** Makes the handler that reads a record by its id, with its version. */
export function readRecord<Found extends { readonly version: number }, View>(
  find: Find<Found>,
  toView: (found: Found) => View,
) {
  return async ({ caller, database, parameters }: ReadRequest, head: ResponseHead) => {
    const found = await find(caller, database, parameters.id)
    if (found === undefined) return undefined
    head.header('ETag', etagOf(found.version))
    return { data: toView(found) }
  }
}
