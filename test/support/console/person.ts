import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../processes/embedded-directory.ts'
import type { Desk, Journey, Role } from './desk.ts'
import { countHands, secondsOf, slowDown } from './hands.ts'
import { NOTED_MS } from './records.ts'

// Tasks of a person at the desk, and acts as hands make them.

/** A task of a person at the desk, who begins at Home. */
export interface Task<Arranged> {
  readonly name: string
  readonly role: Role
  /** The most clicks, and keys, that it may take. */
  readonly most: readonly [clicks: number, keys: number]
  /** Makes what the person finds, and opens further tabs of the same person. */
  readonly arrange: (scene: Scene) => Promise<Arranged>
  readonly work: (page: Page, arranged: Arranged, scene: Scene) => Promise<void>
}

interface Scene {
  readonly desk: Desk
  readonly form: (typeof FORMS)[number]
  readonly secondTab: () => Promise<Page>
}

/** Names and amounts as readers of each locale write them. */
export const FORMS = [
  { locale: 'ja-JP', family: '林', amount: '2,500.50' },
  { locale: 'en-US', family: 'Hayashida', amount: '2,500.50' },
  { locale: 'de-DE', family: 'Vogel', amount: '2.500,50' },
] as const

/** Forgets what was arranged: each task knows its own. */
export const task = <Arranged>(one: Task<Arranged>) => one as Task<unknown>

/** Does tasks one after the other, in the browser of one person for each role. */
export async function doTasks(
  tasks: readonly Task<unknown>[],
  { desk, form }: Pick<Scene, 'desk' | 'form'>,
  { open: openTab, watch }: Journey,
  t: TestContext,
): Promise<void> {
  for (const status of [400, 403, 404]) watch.allow(status, /^\/v1\//)
  for (const { name, role, most, arrange, work } of tasks) {
    await t.test(name, async (test) => {
      const scene = { desk, form, secondTab: () => openTab(role) }
      const arranged = await arrange(scene)
      const page = await openTab(role)
      const hands = await countHands(page)
      if (form.locale === 'ja-JP') await slowDown(page)
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
      await work(page, arranged, scene)
      const [clicks, keys] = most
      const counted = hands()
      const seconds = secondsOf(counted).toFixed(1)
      test.diagnostic(`${name}: ${counted.clicks} clicks, ${counted.keys} keys, ${seconds} s`)
      assert.ok(counted.clicks <= clicks && counted.keys <= keys, JSON.stringify(counted))
      assert.deepEqual(await watch.problems(), [])
      for (const each of page.context().pages()) await each.close()
    })
  }
}

export async function rolexOf(desk: Desk, lastName: string): Promise<string> {
  const person = { firstName: 'Leila', lastName, maxInsuredValueCents: '1000000000' }
  const { id: fboAccountId } = await desk.send('operator', 'POST /v1/fbo-accounts', person)
  const { id } = await desk.send('integrator', 'POST /v1/inventory-items', {
    fboAccountId,
    description: 'Rolex Submariner 5513, 1968',
    declaredValueCents: '25005',
  })
  const found = async () =>
    (await desk.send('operator', `GET /v1/search?q=${encodeURIComponent(`rolex ${lastName}`)}`))
      .length > 0
  await eventually(found, 'the words of the item', NOTED_MS)
  return id
}

/** Opens a record by its id, which was copied from elsewhere. */
export async function open(page: Page, id: string): Promise<void> {
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search' }).waitFor()
  await scan(page, id)
  await page.waitForURL(`**/${id}`)
}

/** Ticks the holdings of an account that has so many, the first and the last one. */
export async function tickAll(page: Page, count: number): Promise<void> {
  const boxes = page.getByRole('table', { name: 'Holdings' }).locator('tbody [type=checkbox]')
  await boxes.first().click()
  await boxes.nth(count - 1).click({ modifiers: ['Shift'] })
}

/** A scanner types a code at once, and Enter. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.insertText(code)
  await page.keyboard.press('Enter')
}

export async function choose(page: Page, rows: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByLabel('CSV file').click()
  const buffer = Buffer.from(`fboAccountId,description,declaredValueCents\n${rows}`)
  await (await chooser).setFiles({ name: 'items.csv', mimeType: 'text/csv', buffer })
}
