import type { Browser, CDPSession, Page } from 'playwright-core'

/** A console, and the token of the person who opens it. */
export interface ConsoleLink {
  readonly url: string
  readonly token: string
}

/** The browser's own figures of one load, with nothing in its cache. */
export interface FirstLoad {
  /** Milliseconds since the navigation began. */
  readonly firstPaint: number
  readonly largestPaint: number
  /** When the figures of Home stood. */
  readonly homeStands: number
  /** Until Home stood and nothing more was under way. */
  readonly requests: number
  /** Bytes over the wire, with headers. */
  readonly bytes: number
  /** Part of these that is scripts and styles. */
  readonly codeBytes: number
}

const DESK = { width: 1280, height: 800 }

/** Opens Home in a profile of its own: its cache is empty. */
export async function firstLoad(browser: Browser, link: ConsoleLink): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: DESK })
  try {
    const page = await context.newPage()
    const counted = await countBytes(await context.newCDPSession(page))
    await openHome(page, link)
    const homeStands = (await page.evaluate('performance.now()')) as number
    await page.waitForLoadState('networkidle')
    const paints = (await page.evaluate(PAINTS)) as [number, number]
    return { firstPaint: paints[0], largestPaint: paints[1], homeStands, ...counted() }
  } finally {
    await context.close()
  }
}

const PAINTS = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const largest = list.getEntries().at(-1).startTime
    resolve([performance.getEntriesByName('first-contentful-paint')[0].startTime, largest])
  }).observe({ type: 'largest-contentful-paint', buffered: true })
})`

async function countBytes(session: CDPSession) {
  const types = new Map<string, string>()
  const sizes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  )
  await session.send('Network.enable')
  return () => {
    const sum = (ids: readonly string[]) => ids.reduce((all, id) => all + (sizes.get(id) ?? 0), 0)
    const ids = [...sizes.keys()]
    const code = ids.filter((id) => ['Script', 'Stylesheet'].includes(types.get(id) ?? ''))
    return { requests: ids.length, bytes: sum(ids), codeBytes: sum(code) }
  }
}

/** Opens Home in tabs of one profile, and leaves them open. @returns closes them */
export async function openTabs(
  browser: Browser,
  link: ConsoleLink,
  count: number,
): Promise<() => Promise<void>> {
  const context = await browser.newContext({ viewport: DESK })
  for (let tab = 0; tab < count; tab += 1) await openHome(await context.newPage(), link)
  return async () => await context.close()
}

async function openHome(page: Page, { url, token }: ConsoleLink): Promise<void> {
  // As after a reload: what is measured is the page, not the typing of a token.
  const kept = JSON.stringify(token)
  await page.addInitScript(`sessionStorage.setItem('vault-inventory.token', ${kept})`)
  await page.goto(`${url}/console`)
  await page.getByRole('region', { name: 'Items by status' }).waitFor()
}
