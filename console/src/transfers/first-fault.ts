/** A field with a fault, or what is said of one. */
const FAULTS = '[aria-invalid=true], [data-fault]'

/** Scrolls to the first fault within, and gives it the focus. */
export function goToFirstFault(within: HTMLElement | null): void {
  const fault = within?.querySelector<HTMLElement>(FAULTS)
  if (!fault) return
  if (!fault.matches('input')) fault.tabIndex = -1
  fault.focus({ preventScroll: true })
  fault.scrollIntoView({ block: 'center' })
}
