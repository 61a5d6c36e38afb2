import type { Page } from 'playwright-core'

/**
 * Types keys as a scanner does, with its waits, in milliseconds. The clock of the page stands
 * still but for them: a slow machine types as fast as any.
 */
export async function typeAsScanner(
  page: Page,
  keys: readonly (string | number)[],
  everyMs = 5,
): Promise<void> {
  const { clock } = page
  await clock.install()
  // A dialog has been read by then.
  await clock.pauseAt(Date.now() + 2_000)
  for (const key of keys) {
    if (typeof key === 'string') await pressedBy(page, key)
    await clock.runFor(typeof key === 'number' ? key : everyMs)
  }
  await clock.runFor(2_000)
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
