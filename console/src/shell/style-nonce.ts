const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')

/** Only style elements that carry it are applied (Content-Security-Policy). */
export const STYLE_NONCE = meta?.content ?? ''
