import { request } from '../api/request.ts'
import type { ListedInventoryItem } from '../api/schema.ts'

/** An item that a code stands for. Of one that is named by its id, nothing else may be known. */
export type FoundItem = Pick<ListedInventoryItem, 'id'> & Partial<ListedInventoryItem>

/** An id that this service made. */
const OWN_ID = /^item_[0-9a-z]{26}$/i

/** Splits a list at newlines, tabs, commas and semicolons, and ids at spaces. */
export function readCodes(text: string): string[] {
  return text
    .split(/[\n\r\t,;]+/)
    .map(bare)
    .flatMap((part) => {
      const words = part.split(/\s+/)
      return words.every((word) => OWN_ID.test(word)) ? words : [part]
    })
    .filter((code) => code !== '')
}

/** A code without what may be around it. */
function bare(code: string): string {
  return code
    .trim()
    .replace(/^["']|["']$/g, '')
    .replace(SYMBOLOGY, '')
}

/** The kind of the bars, which a scanner can be set to send before a code (ISO/IEC 15424). */
const SYMBOLOGY = /^\][A-Za-z]\w/

/** The code on a label can be the address of the item's page. */
const ADDRESS = /^https?:\S*\//i

/** The item of one code, as the keys are here, else as they are on the keyboard of the scanner. */
export async function findScanned(code: string, onUsKeyboard = code) {
  const isOwn = OWN_ID.test(bare(onUsKeyboard).replace(ADDRESS, ''))
  for (const one of isOwn ? [onUsKeyboard] : new Set([code, onUsKeyboard])) {
    const found = await findItem(bare(one), true)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The one item with this whole id, or with this identifier; undefined if there is none, or several.
 * @param isTrusted whether what looks like an id counts as one, unread
 */
export async function findItem(code: string, isTrusted: boolean): Promise<FoundItem | undefined> {
  const wanted = code.replace(ADDRESS, '')
  if (isTrusted && OWN_ID.test(wanted)) return { id: wanted.toLowerCase() }
  if ([...wanted].length < 2 || wanted.length > 200) return undefined
  const query = { q: wanted, types: 'inventory_item' }
  const { body } = await request('GET /v1/search', { query })
  const near = body.data.filter(({ match }) => match === 'id' || match === 'identifier')
  const items = await Promise.all(near.map(({ id }) => readItem(id)))
  const byId = items.find(({ id }) => id.toLowerCase() === wanted.toLowerCase())
  if (byId !== undefined) return byId
  const isSame = ({ value }: { readonly value: string }) => fold(value) === fold(wanted)
  const found = items.filter(({ identifiers }) => identifiers.some(isSame))
  // The same thing may have left the vault before, as another item.
  const here = found.filter(({ status }) => !['shipped', 'delivered', 'withdrawn'].includes(status))
  const [only, second] = here.length > 0 ? here : found
  return second === undefined ? only : undefined
}

async function readItem(id: string) {
  return (await request('GET /v1/inventory-items/{id}', { path: { id } })).body.data
}

/** Blanks, signs and case do not count. */
function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
