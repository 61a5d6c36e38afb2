import { Refusal } from './errors.ts'

/**
 * The versions of a record that `If-Match` allows a change for; undefined if any. Empty if the
 * header names no valid version.
 */
export type IfMatch = readonly number[] | undefined

export interface RecordToChange {
  readonly id: string
  readonly ifMatch: IfMatch
}

/** PostgreSQL's largest integer. */
const VERSION_MAX = 2_147_483_647

/**
 * The `ETag` of a record's version.
 * @param digest of what the response also shows and no version counts; for reads only
 */
export function etagOf(version: number, digest?: string): string {
  return digest === undefined ? `"${version}"` : `"${version}-${digest}"`
}

/** The version that one of our strong ETags stands for; undefined for any other text. */
export function versionOf(etag: string): number | undefined {
  const version = /^"([1-9]\d{0,9})(?:-[0-9a-f]+)?"$/.exec(etag)?.[1]
  return version !== undefined && Number(version) <= VERSION_MAX ? Number(version) : undefined
}

/** Why `If-Match` forbids a change of a record at this version; undefined if it allows it. */
export function versionRefusal(
  recordType: string,
  { version, ifMatch }: { version: number; ifMatch: IfMatch },
): Refusal | undefined {
  if (ifMatch === undefined || ifMatch.includes(version)) return undefined
  return new Refusal('version_conflict', {
    detail:
      `If-Match does not name the current version ${etagOf(version)} of the ${recordType}: read ` +
      'it again, decide again, and send the new ETag.',
    headers: { ETag: etagOf(version) },
  })
}
