/**
 * Escapes each path segment with an invalid percent escape. The router would refuse such a URL
 * before credentials are checked; this way a malformed id gets the same response as an unknown one.
 */
export function routableUrl(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  if (decodes(path)) return url
  const escaped = path
    .split('/')
    .map((segment) => (decodes(segment) ? segment : segment.replaceAll('%', '%25')))
    .join('/')
  return [escaped, ...query].join('?')
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
