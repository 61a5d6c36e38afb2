import { createRootRoute } from '@tanstack/react-router'
import { Shell } from './shell/Shell.tsx'

/** The parent of every page. */
export const rootRoute = createRootRoute({ component: Shell })
