import { ProblemError, request } from '../api/request.ts'
import type { InventoryItem } from '../api/schema.ts'
import { words } from '../display/format.ts'

/** What changed of the item since the person saw it; undefined where nothing that matters did. */
export function changeSince(seen: InventoryItem, now: InventoryItem): string | undefined {
  const isOther = (name: 'status' | 'holdReason' | 'fboAccountId') => seen[name] !== now[name]
  if (isOther('status')) {
    const before = words(seen.status).toLowerCase()
    return `Its status was “${before}”, and is now ${statusWords(now)}.`
  }
  if (isOther('holdReason')) {
    return `It is on hold for another reason now: ${reasonWords(now)}.`
  }
  return isOther('fboAccountId') ? `It is in another account now: ${now.fboAccountId}.` : undefined
}

function statusWords(item: InventoryItem): string {
  const status = `“${words(item.status).toLowerCase()}”`
  return item.holdReason === null ? status : `${status}, because: ${reasonWords(item)}`
}

export function reasonWords({ holdReason }: InventoryItem): string {
  return holdReason === null ? 'no reason is on record' : `“${holdReason}”`
}

/**
 * Reads the item again, just before a change that the service makes of any version.
 * @throws {ProblemError} if it is not as the person saw it
 */
export async function checkUnchanged(seen: InventoryItem): Promise<void> {
  const { body } = await request('GET /v1/inventory-items/{id}', { path: { id: seen.id } })
  const change = changeSince(seen, body.data)
  if (change === undefined) return
  throw new ProblemError({
    ...{ type: 'about:blank', title: 'The item changed meanwhile', status: 412, instance: '' },
    detail: `${change} Nothing was done. Close this, look at the item, then decide again.`,
    ...{ code: 'version_conflict', requestId: '' },
  })
}
