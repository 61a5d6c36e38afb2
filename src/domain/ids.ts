import { typeidUnboxed } from 'typeid-js'
import { ID_LENGTH_MAX } from './limits.ts'

/** The prefix that each kind of record carries in the ids that this service makes. */
export type IdPrefix = 'org' | 'fbo' | 'item' | 'xfer' | 'ship' | 'tok'

/** Any id the service accepts: its own, or one that an imported record brought along. */
export const ID_PATTERN = `^[A-Za-z0-9_-]{1,${ID_LENGTH_MAX}}$`

const idPattern = new RegExp(ID_PATTERN)

/** A new id: `prefix_` and a UUIDv7 in Crockford base32 (TypeID), so ids sort by creation time. */
export function newId(prefix: IdPrefix): string {
  return typeidUnboxed(prefix)
}

/**
 * False for anything that cannot name a record here: such an id is answered like an unknown one.
 */
export function isId(text: string): boolean {
  return idPattern.test(text)
}
