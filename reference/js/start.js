// The library does not start without a storage, and a sandboxed page has none: these last as long as
// the page.
for (const name of ['localStorage', 'sessionStorage']) {
  const stored = new Map()
  const value = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => void stored.set(key, String(text)),
    removeItem: (key) => void stored.delete(key),
  }
  Object.defineProperty(window, name, { value })
}

// The library gives the nonce to the first of its four style elements only.
const { content: nonce } = document.querySelector('meta[property=csp-nonce]')
const { createElement } = document
document.createElement = (...names) => {
  const element = createElement.apply(document, names)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}

const url = new URL('../../openapi.json', document.currentScript.src).href
document.addEventListener('DOMContentLoaded', () => {
  Scalar.createApiReference('#app', {
    url,
    pageTitle: document.title,
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    hideTestRequestButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'json',
    orderSchemaPropertiesBy: 'preserve',
    orderRequiredPropertiesFirst: false,
    defaultOpenAllTags: true,
    showOperationId: true,
  })
})
