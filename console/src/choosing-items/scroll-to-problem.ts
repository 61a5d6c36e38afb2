/** A field with an error, or a message about one. */
const PROBLEMS = '[aria-invalid=true], [data-problem]'

/** Scrolls to the first problem within the element, and gives it the focus. */
export function scrollToProblem(within: HTMLElement | null): void {
  const problem = within?.querySelector<HTMLElement>(PROBLEMS)
  if (!problem) return
  if (!problem.matches('input')) problem.tabIndex = -1
  problem.focus({ preventScroll: true })
  problem.scrollIntoView({ block: 'center' })
}
