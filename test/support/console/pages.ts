import type { Page } from 'playwright-core'
import { EXAMPLE_IDS } from '../../../src/domain/ids.ts'
import type { Desk, Role } from './desk.ts'

/** A page of the console with records on it, as a role sees it. */
export interface ShownPage {
  readonly name: string
  readonly role: Role
  readonly path: string
}

/** Every page of the console: new pages get their row here. */
export async function shownPages({ send }: Desk): Promise<ShownPage[]> {
  const [completed] = await send('operator', 'GET /v1/transfers?status=completed&limit=1')
  const [delivered] = await send('operator', 'GET /v1/outbound-shipments?status=delivered&limit=1')
  const [event] = await send('operator', 'GET /v1/events?limit=1')
  const [endpoint] = await send('operator', 'GET /v1/webhook-endpoints')
  await send('operator', 'POST /v1/roles', {
    name: 'Night shift',
    permissions: ['inventory_items:read', 'inventory_items:create'],
  })
  await send('operator', 'PUT /v1/identity-provider', {
    issuer: 'https://login.example.com/realms/a-realm-with-a-long-name-for-a-narrow-page',
    clientId: 'vault-inventory',
    clientSecret: 'a-secret',
    rolesClaim: 'groups',
    roleMapping: { 'vault-approvers': ['approver'], 'vault-desk': ['desk', 'auditor'] },
  })
  const { transferBatch, inventoryItem, fboAccount, outboundShipment } = EXAMPLE_IDS
  const forOperator = {
    home: '',
    queue: '/queue',
    revaluations: '/revaluations',
    transfers: '/transfers',
    'transfer-pending': `/transfers/${transferBatch}`,
    'transfer-completed': `/transfers/${completed.id}`,
    'transfer-new': '/transfers/new',
    items: '/items',
    'items-none': '/items?status=withdrawn&createdFrom=2100-01-01T00:00:00.000Z',
    item: `/items/${inventoryItem}`,
    'item-new': `/items/new?account=${fboAccount}`,
    accounts: '/accounts',
    'account-new': '/accounts/new',
    account: `/accounts/${fboAccount}`,
    statement: `/accounts/${fboAccount}/statement?from=2026-01-01`,
    shipments: '/shipments',
    'shipments-list': '/shipments?view=list',
    'shipment-new': `/shipments/new?account=${fboAccount}`,
    'shipment-packing': `/shipments/${outboundShipment}`,
    'shipment-delivered': `/shipments/${delivered.id}`,
    'packing-slip': `/shipments/${delivered.id}/slip`,
    labels: `/labels?items=${inventoryItem},item_unknown&size=l7163&start=3`,
    events: '/events',
    event: `/events?id=${event.id}`,
    import: '/import',
    people: '/people',
    passkeys: '/passkeys',
    roles: '/roles',
    tokens: '/tokens',
    'identity-provider': '/identity-provider',
    policy: '/policy',
    webhooks: '/webhooks',
    webhook: `/webhooks/${endpoint.id}`,
    'no-such-page': '/nowhere',
  }
  const forAuditor = {
    home: '',
    'transfer-pending': `/transfers/${transferBatch}`,
    item: `/items/${inventoryItem}`,
    account: `/accounts/${fboAccount}`,
    'shipment-packing': `/shipments/${outboundShipment}`,
    policy: '/policy',
    tokens: '/tokens',
    'no-such-item': '/items/item_unknown',
  }
  return [
    ...Object.entries(forOperator).map(([name, path]) => ({ name, path, role: 'operator' })),
    ...Object.entries(forAuditor).map(([name, path]) => ({
      name: `auditor-${name}`,
      path,
      role: 'auditor',
    })),
  ] as ShownPage[]
}

/** Waits until a page shows what it has, and reads no more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' })
  await page.locator('.mantine-Loader-root').first().waitFor({ state: 'hidden' })
}

/** The theme and the width of the page. */
export interface Look {
  readonly name: string
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
}

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

export const LOOKS: readonly Look[] = [
  { name: 'desk-light', colorScheme: 'light', viewport: DESK },
  { name: 'desk-dark', colorScheme: 'dark', viewport: DESK },
  { name: 'phone-dark', colorScheme: 'dark', viewport: PHONE },
  { name: 'phone-light', colorScheme: 'light', viewport: PHONE },
]

export async function lookAt(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // Animations come to their end at once.
  await page.evaluate(`(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    for (const each of document.getAnimations()) {
      if (each.effect.getTiming().iterations !== Infinity) each.finish()
    }
    await new Promise(requestAnimationFrame)
  })()`)
}
