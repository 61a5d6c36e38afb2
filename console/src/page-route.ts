import { createRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lazyPage } from './lazy-page.ts'
import { rootRoute } from './root-route.ts'
import { listSearch } from './search-params.ts'

/**
 * The route of a page, whose files are loaded when it is first opened.
 * @param load imports the file that exports the page, by a name that ends with `Page`
 * @param names what the query of its URL may have
 */
export function page<const Path extends string, const Name extends string = never>(
  path: Path,
  load: () => Promise<Readonly<Record<`${string}Page`, () => ReactNode>>>,
  ...names: readonly Name[]
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: listSearch(...names),
    component: lazyPage(load),
  })
}
