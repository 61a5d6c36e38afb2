import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../root-route.ts'

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyPage(() => import('./HomePage.tsx'), 'HomePage'),
})

export const homeRoutes = [home]
