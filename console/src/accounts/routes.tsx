import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../root-route.ts'
import { listSearch } from '../search-params.ts'

const accounts = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts',
  validateSearch: listSearch('isPrimary', 'createdFrom', 'createdBefore'),
  component: lazyPage(() => import('./AccountsPage.tsx'), 'AccountsPage'),
})

const newAccount = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/new',
  component: lazyPage(() => import('./NewAccountPage.tsx'), 'NewAccountPage'),
})

const account = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$id',
  // The page and the day are those of its holdings.
  validateSearch: listSearch('day'),
  component: lazyPage(() => import('./AccountPage.tsx'), 'AccountPage'),
})

export const accountRoutes = [accounts, newAccount, account]
