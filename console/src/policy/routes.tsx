import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../root-route.ts'

const policy = createRoute({
  getParentRoute: () => rootRoute,
  path: '/policy',
  component: lazyPage(() => import('./PolicyPage.tsx'), 'PolicyPage'),
})

export const policyRoutes = [policy]
