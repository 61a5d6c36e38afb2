import { createRoute } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root-route.ts'

/**
 * The route of a page, whose files are loaded when it is first opened.
 * @param name the component that the files export
 * @param validateSearch reads the query of the URL
 */
export function pageRoute<
  const Path extends string,
  Name extends string,
  Search extends object = Record<never, never>,
>(
  path: Path,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  name: Name,
  validateSearch: (search: Record<string, unknown>) => Search = (search) => search as Search,
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch,
    component: lazyPage(load, name),
  })
}
