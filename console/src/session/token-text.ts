/**
 * The token in what a person pasted: spaces, quotes and "Bearer" around it are left out.
 * @returns undefined where it can be none, and could not be sent in a header
 */
export function tokenIn(text: string): string | undefined {
  const token = text
    .trim()
    .replace(/^(authorization:\s*)?bearer\s+/i, '')
    .replace(/^["'`]|["'`]$/g, '')
  return /^[\x21-\x7e]{1,500}$/.test(token) ? token : undefined
}
