import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../root-route.ts'

const importFile = createRoute({
  getParentRoute: () => rootRoute,
  path: '/import',
  component: lazyPage(() => import('./ImportPage.tsx'), 'ImportPage'),
})

export const importRoutes = [importFile]
