import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root-route.ts'
import { listSearch } from '../search-params.ts'

const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  validateSearch: listSearch(),
  component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$id',
  validateSearch: listSearch('status'),
  component: lazyRouteComponent(() => import('./WebhookPage.tsx'), 'WebhookPage'),
})

export const webhookRoutes = [webhooks, webhook]
