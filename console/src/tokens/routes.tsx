import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root-route.ts'
import { listSearch } from '../search-params.ts'

const tokens = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tokens',
  validateSearch: listSearch(),
  component: lazyRouteComponent(() => import('./TokensPage.tsx'), 'TokensPage'),
})

export const tokenRoutes = [tokens]
