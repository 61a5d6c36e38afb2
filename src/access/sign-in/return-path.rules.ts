/** Shown where a sign-in does not say where to go on. */
const CONSOLE = '/console'

/** Long enough for a page of the console with all its filters. */
const LENGTH_MAX = 1_000

/**
 * The page of the console to go on with after a sign-in; its first page in place of anything else,
 * such as another host.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > LENGTH_MAX) return CONSOLE
  // Browsers read `\` as `/`, and skip control characters: `/\t/host` would be another host.
  if (!/^\/console(?:[/?][!-[\]-~]*)?$/.test(wanted)) return CONSOLE
  // Dots would leave the console: `/console/../v1`.
  const { pathname, search } = new URL(wanted, 'https://vault.invalid')
  return /^\/console(\/|$)/.test(pathname) ? pathname + search : CONSOLE
}
