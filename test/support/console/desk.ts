import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Announced } from '../processes/demo-process.ts'
import { type DemoVault, openDemoVault } from '../vault/demo-vault.ts'
import { openBrowser, whyNoBrowser } from './chromium.ts'
import { type Watch, watch } from './watch.ts'

/** The tokens of the demo, in the order of its banner. */
const ROLES = ['operator', 'integrator', 'approver', 'auditor', 'stranger'] as const
export type Role = (typeof ROLES)[number]

/** The demo as a person gets it, and a browser in front of it. */
export type Desk = ReturnType<typeof deskOf>

type DemoDesk = Desk & { readonly demo: DemoVault }

/** A desk of this test file's own; its browser is that of all files. */
export async function openDesk(settings: Readonly<Record<string, string>> = {}): Promise<DemoDesk> {
  const [demo, browser] = await Promise.all([openDemoVault(settings), openBrowser()])
  return { ...deskOf(demo, browser), demo }
}

export function deskOf(demo: Announced, browser: Browser) {
  const url = demo.consoleUrl as string
  const tokens = Object.fromEntries(ROLES.map((role, index) => [role, demo.tokens[index]]))
  return {
    /** The address of the console. */
    url,
    demo,
    browser,
    tokens: tokens as Readonly<Record<Role, string>>,
    /** A request beside the browser, to arrange and to look: the `data` of its response. */
    // biome-ignore lint/suspicious/noExplicitAny: tests read members of bodies freely
    send: async (role: Role, operation: string, body?: unknown): Promise<any> => {
      const [method = '', path] = operation.split(' ')
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${tokens[role]}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      assert.ok(response.ok, `${operation}: ${response.status} ${text}`)
      return text === '' ? undefined : JSON.parse(text).data
    },
  }
}

/** The windows of one journey: tabs of browser profiles that nothing else uses. */
export interface Journey extends Desk {
  /** The profile of the first role, or of nobody. */
  readonly context: BrowserContext
  readonly watch: Watch
  /** Opens a tab at a path of the console, signed in: each role has a profile of its own. */
  open(role: Role, path?: string): Promise<Page>
  /** A further profile, in which nobody is signed in. */
  another(): Promise<BrowserContext>
  /** Opens a tab at a path of the console, as whoever is signed in there. */
  visit(path?: string, profile?: BrowserContext): Promise<Page>
}

type Steps = (journey: Journey, t: TestContext) => Promise<void>

/** Adds a journey, in a browser of these options. */
type Walk = (title: string, ...rest: [Steps] | [BrowserContextOptions, Steps]) => void

type Describe = (desk: DemoDesk, walk: Walk, t: TestContext) => void | Promise<void>

interface JourneysOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** Journeys at a time: 1 where they change or count what others see. */
  readonly atATime?: number
}

/** Journeys over one demo: while one waits for its page, another goes on. */
export function journeys(title: string, ...rest: [Describe] | [JourneysOptions, Describe]): void {
  const [{ settings, atATime = 2 }, describe] =
    rest.length === 1 ? [{} as JourneysOptions, rest[0]] : rest
  test(title, { skip: whyNoBrowser(), concurrency: atATime }, async (t) => {
    const desk = await openDesk(settings)
    const walk: Walk = (name, ...rest) => {
      const [options, steps] = rest.length === 1 ? [{}, rest[0]] : rest
      void t.test(name, journey(desk, steps, options))
    }
    await describe(desk, walk, t)
  })
}

/** Time for anything to show, on a machine that does other things too. */
const PATIENCE_MS = 30_000

/**
 * A test that a person goes through. It fails for what `watch` sees, whatever the person sees; where
 * it fails, it says what the tabs showed.
 */
export function journey(
  desk: Desk,
  steps: Steps,
  options: BrowserContextOptions = {},
): (t: TestContext) => Promise<void> {
  return async (t) => {
    const contexts: BrowserContext[] = []
    const newContext = async () => {
      const context = await desk.browser.newContext({
        viewport: { width: 1280, height: 800 },
        ...options,
      })
      context.setDefaultTimeout(PATIENCE_MS)
      contexts.push(context)
      return context
    }
    const context = await newContext()
    const watching = await watch(context, desk.url)
    const another = async () => {
      const further = await newContext()
      await watching.also(further)
      return further
    }
    const visit = async (path = '', profile = context) => {
      const page = await profile.newPage()
      await page.goto(`${desk.url}/console${path}`)
      return page
    }
    const profiles = new Map<Role, BrowserContext>()
    const open = async (role: Role, path = '') => {
      const known = profiles.get(role)
      const profile = known ?? (profiles.size === 0 ? context : await another())
      const page = await visit(path, profile)
      if (known === undefined) await signIn(page, desk.tokens[role])
      profiles.set(role, profile)
      await page.getByRole('navigation', { name: 'Pages' }).first().waitFor({ state: 'attached' })
      return page
    }
    try {
      await steps({ ...desk, context, watch: watching, open, another, visit }, t)
      assert.deepEqual(await watching.problems(), [])
    } catch (error) {
      await report(t, contexts, watching)
      throw error
    } finally {
      await Promise.all(contexts.map(close))
    }
  }
}

async function close(context: BrowserContext): Promise<void> {
  // A request that a route holds back would fail when its page is gone.
  const routed = [context, ...context.pages()]
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.close()
}

/** Types a token into the page to sign in. */
export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Access token').fill(token)
  await page.keyboard.press('Enter')
}

/** Ends the session of a tab, which does not hear of it. */
export async function endSession({ url }: Pick<Desk, 'url'>, page: Page): Promise<void> {
  const [cookie] = await page.context().cookies()
  const headers = {
    origin: url,
    'sec-fetch-site': 'same-origin',
    cookie: `${cookie?.name}=${cookie?.value}`,
  }
  const { status } = await fetch(`${url}/session`, { method: 'DELETE', headers })
  assert.equal(status, 204)
}

/** Chooses a role for the token in the dialog that issues one. */
export async function chooseRole(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/**
 * Opens a tab in which a person of the demo signs in, with the link of the banner: once.
 * @param at another address of the service than that of the link
 */
export async function openAs(
  { demo, url }: Pick<Desk, 'demo' | 'url'>,
  context: BrowserContext,
  { name, at = url }: { readonly name: string; readonly at?: string },
): Promise<Page> {
  const [, link = ''] = new RegExp(`^  ${name} .*\\n +(\\S+)$`, 'm').exec(demo.banner) ?? []
  const page = await context.newPage()
  await page.goto(link.replace(url, at))
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  return page
}

async function report(
  t: TestContext,
  contexts: readonly BrowserContext[],
  watching: Watch,
): Promise<void> {
  const pages = contexts.flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) {
    const file = join(tmpdir(), `console-${t.name.replace(/\W+/g, '-').slice(0, 60)}-${index}.png`)
    await page.screenshot({ path: file }).catch(() => undefined)
    t.diagnostic(`tab ${index + 1} is at ${page.url()}, see ${file}:`)
    const shown = await page.locator('body').ariaSnapshot().catch(String)
    t.diagnostic(shown.slice(0, 6_000))
  }
  for (const problem of await watching.problems().catch(() => [])) t.diagnostic(problem)
}
