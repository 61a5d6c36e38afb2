import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../root-route.ts'
import { listSearch } from '../search-params.ts'

const transfers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers',
  validateSearch: listSearch(
    ...(['status', 'fromFboAccountId', 'toFboAccountId'] as const),
    ...(['createdFrom', 'createdBefore'] as const),
  ),
  component: lazyPage(() => import('./TransfersPage.tsx'), 'TransfersPage'),
})

const newTransfer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers/new',
  // `items` begins the choice; the place is that in the list of items to tick.
  validateSearch: listSearch('from', 'to', 'items'),
  component: lazyPage(() => import('./NewTransferPage.tsx'), 'NewTransferPage'),
})

const transfer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers/$id',
  // The place is that in the list of its items.
  validateSearch: listSearch(),
  component: lazyPage(() => import('./TransferPage.tsx'), 'TransferPage'),
})

export const transferRoutes = [transfers, newTransfer, transfer]
