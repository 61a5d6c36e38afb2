import { Refusal } from './errors.ts'

/**
 * The versions of a record that a change is meant for, from `If-Match`; undefined where it is meant
 * for any. None at all, where the header names only what no version is called.
 */
export type IfMatch = readonly number[] | undefined

/** The largest version that a column of the database can have. */
const VERSION_MAX = 2_147_483_647

/** The validator of a record's version, as `ETag` carries it. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/** The version that a strong validator of ours stands for; undefined where it is none. */
export function versionOf(etag: string): number | undefined {
  const version = /^"([1-9]\d{0,9})"$/.exec(etag)?.[1]
  return version !== undefined && Number(version) <= VERSION_MAX ? Number(version) : undefined
}

/** Why a record at this version is not changed; undefined where the change is meant for it. */
export function versionRefusal(
  recordType: string,
  { version, ifMatch }: { version: number; ifMatch: IfMatch },
): Refusal | undefined {
  const isMeant = ifMatch === undefined || ifMatch.includes(version)
  return isMeant ? undefined : versionConflict(recordType, version)
}

/** What a change is answered with that is not meant for the version at which a record is. */
export function versionConflict(recordType: string, version: number): Refusal {
  return new Refusal('version_conflict', {
    detail:
      `The ${recordType} is at version ${etagOf(version)}, which If-Match does not name: read it again, ` +
      'decide again, and send the ETag of that response.',
    headers: { ETag: etagOf(version) },
  })
}
