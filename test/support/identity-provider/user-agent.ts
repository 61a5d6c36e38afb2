/** A response, whose redirect a browser would follow. */
export type Visit = Awaited<ReturnType<UserAgent['open']>>

/** A browser without pages: it keeps the cookies of each host and port, and follows on request. */
export class UserAgent {
  readonly #cookies = new Map<string, Map<string, string>>()
  /** The place of the links that it opens: a page of that site, another site, or `none`. */
  fetchSite = 'same-origin'
  /** The place that they are for: a page of its own, or a part of another. */
  fetchDest = 'document'
  /** Whether its person presses the button where the vault asks before it signs them in. */
  isWilling = true

  async open(url: URL | string, form?: Readonly<Record<string, string>>) {
    const visit = await this.#open(url, form)
    const question = this.isWilling ? actionIn(visit) : undefined
    return question === undefined ? visit : await this.#open(new URL(question, url), {})
  }

  async #open(url: URL | string, form?: Readonly<Record<string, string>>) {
    const { origin, href } = new URL(url)
    const cookie = this.cookieOf(origin)
    const places = { 'sec-fetch-site': this.fetchSite, 'sec-fetch-dest': this.fetchDest }
    const headers = { cookie, 'user-agent': 'Tests/1.0', ...places }
    const response = await fetch(href, {
      redirect: 'manual',
      headers: { ...headers, ...(form !== undefined && { origin }) },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    })
    const setCookies = response.headers.getSetCookie()
    for (const cookie of setCookies) this.#keep(origin, cookie)
    const location = response.headers.get('location')
    return {
      status: response.status,
      location: location === null ? null : new URL(location, href),
      setCookies: setCookies as readonly string[],
      headers: response.headers,
      text: await response.text(),
    }
  }

  /** Opens an address and follows redirects until one leads to where `isEnd` holds. */
  async follow(url: URL | string, isEnd: (url: URL) => boolean): Promise<URL> {
    let next = new URL(url)
    for (let step = 0; step < 10; step += 1) {
      if (isEnd(next)) return next
      const { location, status, text } = await this.open(next)
      if (location === null) throw new Error(`${next} ends with ${status}: ${text}`)
      next = location
    }
    throw new Error(`${url} leads nowhere`)
  }

  cookieOf(origin: string): string {
    const pairs = [...(this.#cookies.get(origin) ?? [])]
    return pairs.map(([name, value]) => `${name}=${value}`).join('; ')
  }

  setCookie(origin: string, name: string, value: string): void {
    this.#keep(origin, `${name}=${value}`)
  }

  #keep(origin: string, cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    const kept = this.#cookies.get(origin) ?? new Map<string, string>()
    if (value === '' || /; *Max-Age=0/i.test(cookie)) kept.delete(name)
    else kept.set(name, value)
    this.#cookies.set(origin, kept)
  }
}

/** The path that the button of the question sends to; undefined of any other page. */
export function actionIn({ text }: { readonly text: string }): string | undefined {
  return /<form method="post" action="(\/sign-in\/[^"]+)"/.exec(text)?.[1]
}
