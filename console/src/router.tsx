import { createRouter } from '@tanstack/react-router'
import { accountRoutes } from './accounts/routes.tsx'
import { BASE_PATH } from './api/base-path.ts'
import { EmptyState } from './display/EmptyState.tsx'
import { Page } from './display/Page.tsx'
import { PageError } from './display/PageError.tsx'
import { AppLink } from './display/RecordLink.tsx'
import { Loading } from './display/RecordTable.tsx'
import { eventRoutes } from './events/routes.tsx'
import { homeRoutes } from './home/routes.tsx'
import { importRoutes } from './import/routes.tsx'
import { itemRoutes } from './items/routes.tsx'
import { policyRoutes } from './policy/routes.tsx'
import { rootRoute } from './root-route.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
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
  basepath: `${BASE_PATH}/console`,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: PageError,
  defaultPendingComponent: Loading,
  defaultPendingMs: 300,
  defaultNotFoundComponent: () => (
    <Page title="Page not found">
      <EmptyState title="There is no page at this address">
        Go to the <AppLink to="/">home page</AppLink>, or press <kbd>/</kbd> to search by ID.
      </EmptyState>
    </Page>
  ),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
