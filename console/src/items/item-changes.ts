import { localProblem, request } from '../api/request.ts'
import type { InventoryItem } from '../api/schema.ts'
import { words } from '../display/format.ts'

/** The relevant change of the item since the person saw it; undefined if there is none. */
export function changeSince(seen: InventoryItem, now: InventoryItem): string | undefined {
  const isOther = (name: 'status' | 'holdReason' | 'fboAccountId') => seen[name] !== now[name]
  if (isOther('status')) {
    const before = words(seen.status).toLowerCase()
    return `Its status changed from “${before}” to ${statusWords(now)}.`
  }
  if (isOther('holdReason')) {
    return `It is now on hold for another reason: ${reasonWords(now)}.`
  }
  return isOther('fboAccountId') ? `It is now in another account: ${now.fboAccountId}.` : undefined
}

function statusWords(item: InventoryItem): string {
  const status = `“${words(item.status).toLowerCase()}”`
  return item.holdReason === null ? status : `${status} (reason: ${reasonWords(item)})`
}

export function reasonWords({ holdReason }: InventoryItem): string {
  return holdReason === null ? 'no reason recorded' : `“${holdReason}”`
}

/**
 * Reads the item again, just before a change that the service accepts for any version.
 * @throws {ProblemError} if the item changed since the person saw it
 */
export async function checkUnchanged(seen: InventoryItem): Promise<void> {
  const { body } = await request('GET /v1/inventory-items/{id}', { path: { id: seen.id } })
  const change = changeSince(seen, body.data)
  if (change === undefined) return
  throw localProblem({
    title: 'The item changed',
    detail: `${change} Nothing was done. Close this dialog, check the item, then try again.`,
    status: 412,
    code: 'version_conflict',
  })
}
