import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../root-route.ts'
import { listSearch } from '../search-params.ts'

const shipments = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipments',
  validateSearch: listSearch('view', 'status', 'fboAccountId', 'cancelled'),
  component: lazyPage(() => import('./ShipmentsPage.tsx'), 'ShipmentsPage'),
})

const newShipment = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipments/new',
  validateSearch: listSearch('account', 'items'),
  component: lazyPage(() => import('./NewShipmentPage.tsx'), 'NewShipmentPage'),
})

const shipment = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipments/$id',
  validateSearch: listSearch(),
  component: lazyPage(() => import('./ShipmentPage.tsx'), 'ShipmentPage'),
})

export const shipmentRoutes = [shipments, newShipment, shipment]
