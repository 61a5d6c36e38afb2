const meta = document.querySelector<HTMLMetaElement>('meta[property="base-path"]')

/** The path of the service's base address, such as `/vault`; empty if it has none. */
export const BASE_PATH = meta?.content.startsWith('/') ? meta.content : ''
