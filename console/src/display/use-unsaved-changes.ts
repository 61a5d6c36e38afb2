import { useBlocker } from '@tanstack/react-router'

/**
 * Asks before a page with unsaved changes is left. A change of the search alone, such as another
 * page of a list, is not leaving.
 * @param question the question within the console; a browser has its own words for a closing tab
 */
export function useUnsavedChanges(
  isDirty: boolean,
  question = 'You have unsaved changes. Leave and discard them?',
): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !window.confirm(question),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  })
}
