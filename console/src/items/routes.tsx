import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root-route.ts'
import { listSearch } from '../search-params.ts'

const items = createRoute({
  getParentRoute: () => rootRoute,
  path: '/items',
  validateSearch: listSearch('status', 'fboAccountId', 'createdFrom', 'createdBefore'),
  component: lazyRouteComponent(() => import('./ItemsPage.tsx'), 'ItemsPage'),
})

const takeIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/items/new',
  validateSearch: listSearch('account'),
  component: lazyRouteComponent(() => import('./TakeInPage.tsx'), 'TakeInPage'),
})

const item = createRoute({
  getParentRoute: () => rootRoute,
  path: '/items/$id',
  component: lazyRouteComponent(() => import('./ItemPage.tsx'), 'ItemPage'),
})

export const itemRoutes = [items, takeIn, item]
