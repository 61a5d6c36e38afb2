/**
 * What every answer tells a browser that got hold of it: that it is data. Nothing may frame it, run
 * it, embed it elsewhere or take it for a page; its address is told to nobody; only HTTPS from then
 * on. `/docs`, which is pages, has a policy of its own.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}
