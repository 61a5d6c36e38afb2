import { typeidUnboxed } from 'typeid-js'
import { ID_LENGTH_MAX } from './limits.ts'

/** The prefix of new ids, one for each record type. */
export type IdPrefix = 'org' | 'fbo' | 'item' | 'xfer' | 'ship' | 'tok' | 'key' | 'hook'

/** Every id that the service accepts: its own and those of imported records. */
export const ID_PATTERN = `^[A-Za-z0-9_-]{1,${ID_LENGTH_MAX}}$`

const idPattern = new RegExp(ID_PATTERN)

/** A new TypeID: `prefix_` and a UUIDv7 in base32, so that ids sort by creation time. */
export function newId(prefix: IdPrefix): string {
  return typeidUnboxed(prefix)
}

/** Whether the text can be an id. The service responds to any other text as to an unknown id. */
export function isId(text: string): boolean {
  return idPattern.test(text)
}
