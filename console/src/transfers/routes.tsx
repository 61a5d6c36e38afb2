import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root-route.ts'
import { listSearch } from '../search-params.ts'

const transfers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers',
  validateSearch: listSearch(
    ...(['status', 'fromFboAccountId', 'toFboAccountId'] as const),
    ...(['createdFrom', 'createdBefore'] as const),
  ),
  component: lazyRouteComponent(() => import('./TransfersPage.tsx'), 'TransfersPage'),
})

const newTransfer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers/new',
  // `items` begins the choice; the place is that in the list of items to tick.
  validateSearch: listSearch('from', 'to', 'items'),
  component: lazyRouteComponent(() => import('./NewTransferPage.tsx'), 'NewTransferPage'),
})

const transfer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers/$id',
  // The place is that in the list of its items.
  validateSearch: listSearch(),
  component: lazyRouteComponent(() => import('./TransferPage.tsx'), 'TransferPage'),
})

export const transferRoutes = [transfers, newTransfer, transfer]
