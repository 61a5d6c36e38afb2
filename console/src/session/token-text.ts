/**
 * The token in a pasted text, without spaces, quotes and "Bearer" around it.
 * @returns undefined if it cannot be a token, or be sent in a header
 */
export function tokenIn(text: string): string | undefined {
  const token = text
    .trim()
    .replace(/^(authorization:\s*)?bearer\s+/i, '')
    .replace(/^["'`]|["'`]$/g, '')
  return /^[\x21-\x7e]{1,500}$/.test(token) ? token : undefined
}
