import { lazyRouteComponent } from '@tanstack/react-router'

/** The files of a page could not be loaded: the service is not responding, or was updated. */
export class PageNotLoaded extends Error {}

/**
 * A page that is loaded when it is opened. If that fails, `PageError` says so. It does not reload
 * automatically, as the router would: that would lose a form that is filled in.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new PageNotLoaded('The files of this page could not be loaded.', { cause })
      }),
    name,
  )
