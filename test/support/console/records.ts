import type { Locator } from 'playwright-core'
import type { Desk } from './desk.ts'

/** Words are noted behind the changes, and never while requests wait. */
export const NOTED_MS = 120_000

/** Items that a journey may use, and no other does. */
export interface Source {
  readonly account: string
  readonly items: readonly string[]
}

/** Takes items in, for an account of the demo, so that journeys do not meet. */
export async function takeIn(desk: Desk, account: string, count: number): Promise<Source> {
  const items: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const item = await desk.send('integrator', 'POST /v1/inventory-items', {
      fboAccountId: account,
      description: `Journey ${number}`,
      declaredValueCents: '12345',
    })
    items.push(item.id)
  }
  return { account, items }
}

/** An account of its own, insured for much. */
export async function openAccount(desk: Desk, lastName: string): Promise<string> {
  const account = await desk.send('operator', 'POST /v1/fbo-accounts', {
    firstName: 'Journey',
    lastName,
    maxInsuredValueCents: '1000000000',
  })
  return account.id
}

/** A pending transfer of these items. */
export async function transfer(desk: Desk, { account, items }: Source, to: string) {
  const { id } = await desk.send('integrator', 'POST /v1/transfers', {
    fromFboAccountId: account,
    toFboAccountId: to,
    items: items.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' })),
  })
  return id as string
}

/** A shipment of these items that waits for its approval. */
export async function shipment(desk: Desk, { account, items }: Source): Promise<string> {
  const { id } = await desk.send('integrator', 'POST /v1/outbound-shipments', {
    fboAccountId: account,
    items: items.map((inventoryItemId) => ({ inventoryItemId })),
  })
  for (const verb of ['inspect', 'submit']) {
    await desk.send('operator', `POST /v1/outbound-shipments/${id}/${verb}`, {})
  }
  return id
}

/** Those that show the record, by its name or its short id. */
export function ofRecord(shown: Locator, id: string): Locator {
  return shown.filter({ has: shown.page().getByTitle(id, { exact: true }) })
}
