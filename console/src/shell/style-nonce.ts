const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

/** Only style elements that carry it are applied (Content-Security-Policy). */
export const STYLE_NONCE = meta?.content ?? ''

// The scroll lock of dialogs takes the nonce of its style element from here (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: STYLE_NONCE })
