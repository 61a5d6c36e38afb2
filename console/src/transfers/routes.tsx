import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root-route.ts'

const transfers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers',
  component: lazyRouteComponent(() => import('./TransfersPage.tsx'), 'TransfersPage'),
})

const newTransfer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers/new',
  component: lazyRouteComponent(() => import('./NewTransferPage.tsx'), 'NewTransferPage'),
})

const transfer = createRoute({
  getParentRoute: () => rootRoute,
  path: '/transfers/$id',
  component: lazyRouteComponent(() => import('./TransferPage.tsx'), 'TransferPage'),
})

export const transferRoutes = [transfers, newTransfer, transfer]
