import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root-route.ts'

const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$id',
  component: lazyRouteComponent(() => import('./WebhookPage.tsx'), 'WebhookPage'),
})

export const webhookRoutes = [webhooks, webhook]
