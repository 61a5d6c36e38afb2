import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root-route.ts'

const importFile = createRoute({
  getParentRoute: () => rootRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('./ImportPage.tsx'), 'ImportPage'),
})

export const importRoutes = [importFile]
