import { useBlocker } from '@tanstack/react-router'

/**
 * Asks before a page with unsent work is left. A change of the search alone, such as another page
 * of a list, leaves nothing.
 */
export function useUnsent(isDirty: boolean): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      current.pathname !== next.pathname &&
      !window.confirm('What you entered here is not sent. Leave, and lose it?'),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  })
}
