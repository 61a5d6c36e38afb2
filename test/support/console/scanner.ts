import type { Page } from 'playwright-core'

/** A key that comes so much later is no longer this scanner's. */
const SLOW_MS = 90

/** Types keys with their waits; whether none came much later than this scanner sends it. */
export async function typedAsFast(
  page: Page,
  keys: readonly (string | number)[],
  everyMs: number,
): Promise<boolean> {
  await page.evaluate(`{
    window.keyTimes = []
    addEventListener('keydown', ({ timeStamp }) => keyTimes.push(timeStamp), true)
  }`)
  const sent: Promise<void>[] = []
  for (const key of keys) {
    if (typeof key === 'number' || everyMs > 0) await Promise.all(sent)
    if (typeof key === 'number') await page.waitForTimeout(key)
    else sent.push(pressedBy(page, key))
    if (everyMs > 0) await page.waitForTimeout(everyMs)
  }
  await Promise.all(sent)
  const times = (await page.evaluate('keyTimes')) as number[]
  const longest = Math.max(...times.map((time, place) => time - (times[place - 1] ?? time)))
  const waits = keys.filter((key) => typeof key === 'number')
  return longest < Math.max(everyMs, ...waits, 0) + SLOW_MS
}

/** A key of a scanner. Those of the numeric pad come with Alt, which `up` releases. */
async function pressedBy(page: Page, key: string): Promise<void> {
  const { keyboard } = page
  if (key === 'touch') await page.dispatchEvent('[role=dialog]', 'pointerdown')
  else if (key === 'up') await keyboard.up('Alt')
  else if (key === 'down') await keyboard.down('Enter')
  else if (key.startsWith('Numpad')) {
    await Promise.all([keyboard.down('Alt'), keyboard.press(key)])
  } else await keyboard.press(key)
}
