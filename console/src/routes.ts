import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageNotLoaded } from './display/Page.tsx'
import { listSearch } from './search-params.ts'
import { Shell } from './shell/Shell.tsx'

export const ROOT = createRootRoute({ component: Shell })

/**
 * The route of a page, whose files are loaded when it is first opened. If that fails, `PageError`
 * says so. It does not reload automatically, as the router would: that would lose a form that is
 * filled in.
 * @param load imports the file that exports the page, by a name that ends with `Page`
 * @param names what the query of its URL may have
 */
function page<const Path extends string, const Name extends string = never>(
  path: Path,
  load: () => Promise<Readonly<Record<`${string}Page`, () => ReactNode>>>,
  ...names: readonly Name[]
) {
  return createRoute({
    getParentRoute: () => ROOT,
    path,
    validateSearch: listSearch(...names),
    component: lazyRouteComponent(async () => {
      const files = await load().catch((cause: unknown) => {
        throw new PageNotLoaded('The files of this page could not be loaded.', { cause })
      })
      const [, found] = Object.entries(files).find(([name]) => name.endsWith('Page')) ?? []
      return { default: found as () => ReactNode }
    }),
  })
}

/** Every page. The names behind its files are what its address has, beside the page of a list. */
export const ROUTES = [
  page('/', () => import('./home/HomePage.tsx')),
  page('/queue', () => import('./queue/Queue.tsx')),
  page(
    '/transfers',
    () => import('./transfers/TransfersPage.tsx'),
    ...(['status', 'fromFboAccountId', 'toFboAccountId', 'createdFrom', 'createdBefore'] as const),
    ...(['q', 'sort'] as const),
  ),
  // `items` are chosen at first.
  page(
    '/transfers/new',
    () => import('./transfers/NewTransferPage.tsx'),
    'from',
    'to',
    'items',
    'q',
  ),
  page('/transfers/$id', () => import('./transfers/TransferPage.tsx')),
  page(
    '/items',
    () => import('./items/ItemsPage.tsx'),
    ...(['status', 'fboAccountId', 'createdFrom', 'createdBefore', 'changedFrom'] as const),
    ...(['changedBefore', 'declaredValueFrom', 'declaredValueTo'] as const),
    ...(['identifier', 'q', 'sort', 'view'] as const),
  ),
  page('/items/new', () => import('./items/TakeInPage.tsx'), 'account'),
  page('/items/$id', () => import('./items/ItemPage.tsx')),
  // `start` is the first label on the sheet, with `qr=link` the QR codes are links.
  page('/labels', () => import('./labels/LabelsPage.tsx'), 'items', 'size', 'start', 'qr'),
  page(
    '/accounts',
    () => import('./accounts/AccountsPage.tsx'),
    ...(['isPrimary', 'createdFrom', 'createdBefore', 'q', 'sort'] as const),
  ),
  page('/accounts/new', () => import('./accounts/NewAccountPage.tsx')),
  // `day` is that of its holdings and its exposure.
  page('/accounts/$id', () => import('./accounts/AccountPage.tsx'), 'asOf', 'day', 'tab'),
  // `from` is the first day of the statement, `to` the last one, in UTC.
  page('/accounts/$id/statement', () => import('./statements/StatementPage.tsx'), 'from', 'to'),
  page(
    '/shipments',
    () => import('./shipments/ShipmentsPage.tsx'),
    ...(['view', 'status', 'fboAccountId', 'cancelled', 'held', 'hasTracking'] as const),
  ),
  page('/shipments/new', () => import('./shipments/NewShipmentPage.tsx'), 'account', 'items', 'q'),
  page('/shipments/$id', () => import('./shipments/ShipmentPage.tsx')),
  page('/shipments/$id/slip', () => import('./labels/SlipPage.tsx')),
  page(
    '/revaluations',
    () => import('./revaluations/RevaluationsPage.tsx'),
    ...(['status', 'createdFrom', 'createdBefore'] as const),
  ),
  page('/revaluations/$id', () => import('./revaluations/RevaluationPage.tsx')),
  // `id` opens one event beside the list. `last` is a period that ends now: `1h`, `24h`, `7d` or
  // `all`; `from` and `before` are a custom period. `view=checkpoints` shows those instead.
  page(
    '/events',
    () => import('./events/EventsPage.tsx'),
    ...(['id', 'type', 'subjectId', 'actorId', 'last', 'from', 'before', 'view'] as const),
  ),
  page('/import', () => import('./import/ImportPage.tsx')),
  page('/people', () => import('./people/PeoplePage.tsx')),
  page('/roles', () => import('./roles/RolesPage.tsx')),
  page('/tokens', () => import('./tokens/TokensPage.tsx')),
  page('/passkeys', () => import('./passkeys/PasskeysPage.tsx')),
  page('/identity-provider', () => import('./identity-provider/IdentityProviderPage.tsx')),
  page('/policy', () => import('./policy/PolicyPage.tsx')),
  page('/webhooks', () => import('./webhooks/WebhooksPage.tsx')),
  page('/webhooks/$id', () => import('./webhooks/WebhookPage.tsx'), 'status'),
] as const
