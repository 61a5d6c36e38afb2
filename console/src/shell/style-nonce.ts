const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

/** Only style elements that carry it are applied (Content-Security-Policy). */
export const STYLE_NONCE = meta?.content ?? ''

// Under this name, the package that keeps the page still behind a dialog looks for it (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: STYLE_NONCE })
