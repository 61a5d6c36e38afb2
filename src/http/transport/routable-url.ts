/**
 * Rewrites URLs for the router. A proxy may pass the base path on, or take it away; health checks
 * come without it (Spec choice N183).
 */
export function urlRewriter(basePath: string): (url: string) => string {
  if (basePath === '') return routableUrl
  // The target of a request can have an absolute form (RFC 9112, 3.2.2).
  const based = new RegExp(`^(https?://[^/?]*)?${basePath.replaceAll('.', '\\.')}(?=[/?]|$)`)
  return (url) => {
    const target = url.replace(based, '$1')
    return routableUrl(
      target.startsWith('/') || /^https?:\/\//i.test(target) ? target : `/${target}`,
    )
  }
}

/**
 * Escapes each path segment with an invalid percent escape. The router would refuse such a URL
 * before credentials are checked; this way a malformed id gets the same response as an unknown one.
 */
function routableUrl(url: string): string {
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
