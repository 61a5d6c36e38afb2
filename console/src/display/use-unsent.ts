import { useBlocker } from '@tanstack/react-router'

/**
 * Asks before a page with unsent work is left. A change of the search alone, such as another page
 * of a list, leaves nothing.
 * @param question what is asked within the console; a browser has its own words for a tab
 */
export function useUnsent(
  isDirty: boolean,
  question = 'What you entered here is not sent. Leave, and lose it?',
): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !window.confirm(question),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  })
}
