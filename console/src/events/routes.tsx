import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../root-route.ts'
import { listSearch } from '../search-params.ts'

// `id` opens one event beside the list. `last` is a window that ends now: `1h`, `24h`, `7d` or
// `all`; `from` and `before` are a window of its own. `view=checkpoints` shows those instead.
const events = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events',
  validateSearch: listSearch(
    'id',
    'type',
    'subjectId',
    'actorTokenId',
    'last',
    'from',
    'before',
    'view',
  ),
  component: lazyPage(() => import('./EventsPage.tsx'), 'EventsPage'),
})

export const eventRoutes = [events]
