import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../root-route.ts'
import { listSearch } from '../search-params.ts'

const tokens = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tokens',
  validateSearch: listSearch(),
  component: lazyPage(() => import('./TokensPage.tsx'), 'TokensPage'),
})

export const tokenRoutes = [tokens]
