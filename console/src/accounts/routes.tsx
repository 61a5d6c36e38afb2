import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root-route.ts'

const accounts = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts',
  component: lazyRouteComponent(() => import('./AccountsPage.tsx'), 'AccountsPage'),
})

const account = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accounts/$id',
  component: lazyRouteComponent(() => import('./AccountPage.tsx'), 'AccountPage'),
})

export const accountRoutes = [accounts, account]
