/**
 * The URL with every percent sign that starts no valid escape escaped itself. The router would
 * refuse such a URL before any credentials are looked at; this way a malformed id takes the same
 * road, and gets the same response, as an unknown one.
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
