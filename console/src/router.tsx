import { createRouter, Link } from '@tanstack/react-router'
import { accountRoutes } from './accounts/routes.tsx'
import { EmptyState } from './display/EmptyState.tsx'
import { ProblemAlert } from './display/ProblemAlert.tsx'
import { eventRoutes } from './events/routes.tsx'
import { homeRoutes } from './home/routes.tsx'
import { importRoutes } from './import/routes.tsx'
import { itemRoutes } from './items/routes.tsx'
import { policyRoutes } from './policy/routes.tsx'
import { rootRoute } from './root-route.ts'
import { shipmentRoutes } from './shipments/routes.tsx'
import { tokenRoutes } from './tokens/routes.tsx'
import { transferRoutes } from './transfers/routes.tsx'
import { webhookRoutes } from './webhooks/routes.tsx'

// Each feature has its own routes, whose pages are loaded when they are first opened.
const routeTree = rootRoute.addChildren([
  ...homeRoutes,
  ...transferRoutes,
  ...itemRoutes,
  ...accountRoutes,
  ...shipmentRoutes,
  ...eventRoutes,
  ...importRoutes,
  ...tokenRoutes,
  ...policyRoutes,
  ...webhookRoutes,
])

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ({ error }) => <ProblemAlert error={error} />,
  defaultNotFoundComponent: () => (
    <EmptyState title="There is no such page">
      Go <Link to="/">home</Link>, or search for an id with <kbd>/</kbd>.
    </EmptyState>
  ),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
