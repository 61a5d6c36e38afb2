import { lazyRouteComponent } from '@tanstack/react-router'

/** A page's files did not come: the service does not answer, or has a new version. */
export class PageNotLoaded extends Error {}

/**
 * A page that is loaded when it is opened. Where that fails, `PageError` says so. Nothing reloads by
 * itself, as the router would do: a form that is filled in would be lost.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new PageNotLoaded('The files of this page did not come.', { cause })
      }),
    name,
  )
