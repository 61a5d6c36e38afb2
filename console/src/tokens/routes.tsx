import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root-route.ts'

const tokens = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./TokensPage.tsx'), 'TokensPage'),
})

export const tokenRoutes = [tokens]
