import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The files of a page could not be loaded: the service is not responding, or was updated. */
export class PageNotLoaded extends Error {}

/**
 * A page that is loaded when it is opened. If that fails, `PageError` says so. It does not reload
 * automatically, as the router would: that would lose a form that is filled in.
 */
export const lazyPage = (load: () => Promise<Readonly<Record<string, () => ReactNode>>>) =>
  lazyRouteComponent(async () => {
    const files = await load().catch((cause: unknown) => {
      throw new PageNotLoaded('The files of this page could not be loaded.', { cause })
    })
    const [, page] = Object.entries(files).find(([name]) => name.endsWith('Page')) ?? []
    return { default: page as () => ReactNode }
  })
