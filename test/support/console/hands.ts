import type { BrowserContext } from 'playwright-core'

/** Acts of a person's hands, as the browser sees them. A scan is one act, whatever its length. */
export interface Hands {
  readonly clicks: number
  readonly keys: number
}

/** Seconds of practised hands for a key and for a click, in the keystroke-level model. */
const SECONDS = { key: 0.28, click: 1.3 }

/** Counts what is pressed in all tabs of the profile from now on. Playwright's `fill` is not. */
export async function countHands(context: BrowserContext): Promise<() => Hands> {
  const counts = { clicks: 0, keys: 0 }
  await context.exposeBinding('countPressed', (_, type: string) => {
    if (type === 'keydown') counts.keys += 1
    else counts.clicks += 1
  })
  await context.addInitScript(`
    for (const type of ['keydown', 'pointerdown']) {
      addEventListener(type, ({ isTrusted, repeat }) => {
        if (isTrusted && !repeat) countPressed(type)
      }, { capture: true })
    }`)
  return () => ({ ...counts })
}

/** Seconds of the hands alone: without thinking, and without waiting for the service. */
export function secondsOf({ clicks, keys }: Hands): number {
  return clicks * SECONDS.click + keys * SECONDS.key
}
