import { typeidUnboxed } from 'typeid-js'
import { ID_LENGTH_MAX } from './limits.ts'

/** The prefix of new ids, one for each record type. */
export type IdPrefix =
  | 'org'
  | 'fbo'
  | 'item'
  | 'xfer'
  | 'ship'
  | 'tok'
  | 'key'
  | 'hook'
  | 'imp'
  | 'reval'
  | 'sess'
  | 'role'
  | 'prsn'
  | 'pkey'

/** Every id that the service accepts: its own and those of imported records. */
export const ID_PATTERN = `^[A-Za-z0-9_-]{1,${ID_LENGTH_MAX}}$`

/** The common beginning of the ids of an intake's items (`newIdSeries`). */
export const INTAKE_ID_PATTERN = '^item_[0-7][0-9a-hjkmnp-tv-z]{23}$'

const idPattern = new RegExp(ID_PATTERN)

/** A new TypeID: `prefix_` and a UUIDv7 in base32, so that ids sort by creation time. */
export function newId(prefix: IdPrefix): string {
  return typeidUnboxed(prefix)
}

const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ids that one series can have. */
const SERIES_MAX = BASE_32.length ** 2

/**
 * New ids that differ in their last two characters alone and sort in this order. So what they have
 * in common names them all, and they lie side by side in an index. As TypeIDs they are valid: 64
 * random bits are left, beside the millisecond.
 */
export function newIdSeries(prefix: IdPrefix, count: number): { common: string; ids: string[] } {
  if (count > SERIES_MAX) throw new Error(`A series has at most ${SERIES_MAX} ids.`)
  const common = newId(prefix).slice(0, -2)
  const ids = Array.from({ length: count }, (_, place) => common + inBase32(place, 2))
  return { common, ids }
}

/** Characters of an imported record's id that count its row: enough for 33 million. */
const ROW_CHARACTERS = 5

/**
 * Makes the ids of the rows of an import. They differ in their last five characters alone, which
 * are the number of the row in base32: who has the file and `common` knows the id of each row. As
 * TypeIDs they are valid: 49 random bits are left, beside the millisecond.
 */
export function newRowIds(prefix: IdPrefix): { common: string; idOf: (row: number) => string } {
  const common = newId(prefix).slice(0, -ROW_CHARACTERS)
  return { common, idOf: (row) => common + inBase32(row, ROW_CHARACTERS) }
}

/** The last digits of a whole number in base32. */
function inBase32(value: number, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest = Math.floor(rest / BASE_32.length)) {
    digits = `${BASE_32.charAt(rest % BASE_32.length)}${digits}`
  }
  return digits
}

/** Whether the text can be an id. The service responds to any other text as to an unknown id. */
export function isId(text: string): boolean {
  return idPattern.test(text)
}

/** Ids in the published examples. The demo vault has these records, so the examples run there. */
export const EXAMPLE_IDS = {
  organization: 'org_demo_northlight',
  fboAccount: 'fbo_01kaj2v4mzfrvb8m4c5t1q9s7e',
  otherFboAccount: 'fbo_01kaj2v4mzfrvb8m4c6h2r8d9k',
  inventoryItem: 'item_01kaj2v4n4fzda7qsp9vw0m2rt',
  transferBatch: 'xfer_01kaj2v4n9e2kt7b4w8x5c1d3f',
  outboundShipment: 'ship_01kaj2v4n0f8mtz5yq3w7c6d2b',
  otherAccessToken: 'tok_01kaj2v4n7f3w9zq2b5d8h1k4m',
  accessToken: 'tok_01kaj2v4n1e8vsm3p6q5r7t9x0',
  signingKey: 'key_01kaj2v4n5b7d9f1h3k5m7p9r1',
  webhookEndpoint: 'hook_01kaj2v4n6s2xqf8d0b7y3m5ka',
  revaluation: 'reval_01kaj2v4n3d5f7h9k1m3p5r7t9',
  role: 'role_01kaj2v4n8b1d3f5h7k9m2p4r6',
  person: 'prsn_01kaj2v4n9c2e4g6j8m1n3q5s7',
  session: 'sess_01kaj2v4n0g2j4m6p8r1t3w5y7',
  passkey: 'pkey_01kaj2v4n6d8f0h2k4m6p8r0t2',
  import: 'imp_01kaj2v4n2c4e6g8j0m2p4r6t8',
  event: 'evt_1_59820c837cdb0737',
} as const
