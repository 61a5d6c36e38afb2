import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../root-route.ts'
import { listSearch } from '../search-params.ts'

const items = createRoute({
  getParentRoute: () => rootRoute,
  path: '/items',
  validateSearch: listSearch('status', 'fboAccountId', 'createdFrom', 'createdBefore'),
  component: lazyPage(() => import('./ItemsPage.tsx'), 'ItemsPage'),
})

const takeIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/items/new',
  validateSearch: listSearch('account'),
  component: lazyPage(() => import('./TakeInPage.tsx'), 'TakeInPage'),
})

const item = createRoute({
  getParentRoute: () => rootRoute,
  path: '/items/$id',
  component: lazyPage(() => import('./ItemPage.tsx'), 'ItemPage'),
})

export const itemRoutes = [items, takeIn, item]
