import { createRouter } from '@tanstack/react-router'
import { BASE_PATH } from './api/base-path.ts'
import { EmptyState, Loading, Page, PageError } from './display/Page.tsx'
import { AppLink } from './display/RecordLink.tsx'
import { ROOT, ROUTES } from './routes.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

export const router = createRouter({
  routeTree: ROOT.addChildren(ROUTES),
  basepath: `${BASE_PATH}/console`,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The page of another record begins anew: no dialog or entry of the last one is left in it.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: true,
  defaultErrorComponent: PageError,
  defaultPendingComponent: Loading,
  defaultPendingMs: 300,
  defaultNotFoundComponent: () => (
    <Page title="Page not found">
      <EmptyState title="There is no page at this address">
        Go to the <AppLink to="/">home page</AppLink>, or search above.
      </EmptyState>
    </Page>
  ),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
