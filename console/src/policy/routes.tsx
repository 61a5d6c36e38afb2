import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../root-route.ts'

const policy = createRoute({
  getParentRoute: () => rootRoute,
  path: '/policy',
  component: lazyRouteComponent(() => import('./PolicyPage.tsx'), 'PolicyPage'),
})

export const policyRoutes = [policy]
