import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root-route.ts'

const shipments = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipments',
  component: lazyRouteComponent(() => import('./ShipmentsPage.tsx'), 'ShipmentsPage'),
})

const shipment = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shipments/$id',
  component: lazyRouteComponent(() => import('./ShipmentPage.tsx'), 'ShipmentPage'),
})

export const shipmentRoutes = [shipments, shipment]
