import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../root-route.ts'
import { listSearch } from '../search-params.ts'

const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  validateSearch: listSearch(),
  component: lazyPage(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$id',
  validateSearch: listSearch('status'),
  component: lazyPage(() => import('./WebhookPage.tsx'), 'WebhookPage'),
})

export const webhookRoutes = [webhooks, webhook]
