import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../root-route.ts'
import { listSearch } from '../search-params.ts'

const transfers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers',
  validateSearch: listSearch(
    'status',
    'fromFboAccountId',
    'toFboAccountId',
    'createdFrom',
    'createdBefore',
  ),
  component: lazyPage(() => import('./TransfersPage.tsx'), 'TransfersPage'),
})

const newTransfer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers/new',
  // `items` are chosen at first; the page is that of the list to choose from.
  validateSearch: listSearch('from', 'to', 'items'),
  component: lazyPage(() => import('./NewTransferPage.tsx'), 'NewTransferPage'),
})

const transfer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers/$id',
  // The page is that of its items.
  validateSearch: listSearch(),
  component: lazyPage(() => import('./TransferPage.tsx'), 'TransferPage'),
})

export const transferRoutes = [transfers, newTransfer, transfer]
