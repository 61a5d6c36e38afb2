import type { Locator, Page } from 'playwright-core'
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

/** An account of its own that holds so many items. */
export async function openWith(desk: Desk, lastName: string, count: number): Promise<Source> {
  return await takeIn(desk, await openAccount(desk, lastName), count)
}

/** A pending transfer of an item, from "Journey From" to "Journey To". */
export async function transferOfOne(desk: Desk): Promise<string> {
  return await transfer(desk, await openWith(desk, 'From', 1), await openAccount(desk, 'To'))
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

/** Holds requests back, which the page has sent, until they are let go. */
export async function holdBack(page: Page, url: RegExp, method = 'POST') {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(url, async (route) => {
    if (route.request().method() === method) {
      asked.resolve()
      await answered.promise
    }
    await route.continue()
  })
  return { asked: asked.promise, letGo: answered.resolve }
}

/** Those that show the record, by its name or its short id. */
export function ofRecord(shown: Locator, id: string): Locator {
  return shown.filter({ has: shown.page().getByTitle(id, { exact: true }) })
}
