import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { signIn } from '../../test/support/console/desk.ts'

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

/** Opens Home in a profile of its own, signed in: its cache is empty. */
export async function firstLoad(browser: Browser, link: ConsoleLink): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: DESK })
  try {
    const page = await context.newPage()
    await signInTo(page, link)
    const session = await context.newCDPSession(page)
    const counted = await countBytes(session)
    await session.send('Network.clearBrowserCache')
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
  await signInTo(await context.newPage(), link)
  for (let tab = 1; tab < count; tab += 1) await openHome(await context.newPage(), link)
  return async () => await context.close()
}

/** Milliseconds until the first rows of Items are seen, and until its next page is. */
export interface ItemsLoad {
  readonly cold: number
  /** With the code of the console in the cache, as on every day but the first. */
  readonly warm: number
  readonly nextPage: number
}

/** A line of bytes a second in one direction, and of milliseconds between the two ends. */
export interface Line {
  readonly bytesPerSecond: number
  readonly latencyMs: number
}

/** Loads Items on a line, or on none, and turns a page. */
export async function itemsLoad(
  browser: Browser,
  link: ConsoleLink,
  line?: Line,
): Promise<ItemsLoad> {
  const context = await browser.newContext({ viewport: DESK })
  try {
    const page = await context.newPage()
    await signInTo(page, link)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.clearBrowserCache')
    if (line !== undefined) {
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: line.latencyMs,
        downloadThroughput: line.bytesPerSecond,
        uploadThroughput: line.bytesPerSecond,
      })
    }
    const rows = page.getByRole('table', { name: 'Items' }).locator('tbody tr')
    const open = async () => {
      await page.goto(`${link.url}/console/items`, { waitUntil: 'commit' })
      await rows.nth(40).waitFor()
      return (await page.evaluate('performance.now()')) as number
    }
    const [cold, warm] = [await open(), await open()]
    await page.waitForLoadState('networkidle')
    return { cold, warm, nextPage: (await page.evaluate(TURN_PAGE)) as number }
  } finally {
    await context.close()
  }
}

/** From the click until the other rows are drawn, on the clock of the page. */
const TURN_PAGE = `new Promise((resolve) => {
  const first = () => document.querySelector('table[aria-label=Items] tbody tr').textContent
  const before = first()
  const began = performance.now()
  const look = () => {
    if (first() === before) return requestAnimationFrame(look)
    requestAnimationFrame(() => resolve(performance.now() - began))
  }
  const next = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Next')
  next.click()
  look()
})`

async function signInTo(page: Page, { url, token }: ConsoleLink): Promise<void> {
  await page.goto(`${url}/console`)
  await signIn(page, token)
  await homeOf(page).waitFor()
}

async function openHome(page: Page, { url }: ConsoleLink): Promise<void> {
  await page.goto(`${url}/console`)
  await homeOf(page).waitFor()
}

/** The last of Home to come: it needs the summary. */
function homeOf(page: Page): Locator {
  return page.getByText(/^As of /)
}
