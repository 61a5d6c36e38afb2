import type { Page } from 'playwright-core'

/** Acts of hands, as the browser sees them. A scan is its Enter alone. */
type Hands = Readonly<Record<'clicks' | 'keys', number>>

/** Seconds of a key, and of a click with the way to its place, in the keystroke-level model. */
const SECONDS = { key: 0.28, click: 1.3 }

/** Counts what is pressed in this tab, which is not loaded again. Playwright's `fill` is not. */
export async function countHands(page: Page): Promise<() => Hands> {
  const counts = { clicks: 0, keys: 0 }
  await page.exposeBinding('countPressed', (_, type: string) => {
    if (type === 'keydown') counts.keys += 1
    else counts.clicks += 1
  })
  await page.evaluate(`
    for (const type of ['keydown', 'pointerdown']) {
      // Playwright presses Shift again where it has to wait for what it clicks.
      addEventListener(type, ({ isTrusted, repeat, key }) => {
        if (isTrusted && !repeat && key !== 'Shift') countPressed(type)
      }, { capture: true })
    }`)
  return () => ({ ...counts })
}

/** Seconds of the hands alone: without thinking, and without waiting for the service. */
export function secondsOf({ clicks, keys }: Hands): number {
  return clicks * SECONDS.click + keys * SECONDS.key
}

/** Gives the tab a slow line: 50 kB/s, 400 ms. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
}
