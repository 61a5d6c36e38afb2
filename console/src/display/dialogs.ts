/** Whether a dialog is open, wherever the focus is: the keys of the page do nothing then. */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal=true]') !== null
}
