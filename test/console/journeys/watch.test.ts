import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, whyNoBrowser } from '../../support/console/chromium.ts'
import { watch } from '../../support/console/watch.ts'
import { eventually } from '../../support/processes/embedded-directory.ts'
import { openVault } from '../../support/vault/vault.ts'

// Every journey relies on it: a page that does what it must not is caught.

const TOKEN = `vis_${'x'.repeat(40)}`

const MISDEEDS: readonly (readonly [script: string, found: RegExp])[] = [
  [`console.error('a mistake')`, /^console error: a mistake/],
  [`console.warn('a warning')`, /^console warning: a warning/],
  [`setTimeout(() => { throw new Error('thrown') })`, /^page error: Error: thrown/],
  [`void fetch('/v1/nothing')`, /^GET \/v1\/nothing was refused with 401/],
  [`void fetch('https://elsewhere.example/').catch(() => {})`, /the policy forbids connect-src/],
  [
    `document.head.append(Object.assign(document.createElement('script'), { textContent: '1' }))`,
    /the policy forbids script-src-elem/,
  ],
  [
    `document.head.append(Object.assign(document.createElement('style'), { textContent: 'a {}' }))`,
    /the policy forbids style-src-elem/,
  ],
  [`localStorage.setItem('kept', '${TOKEN}')`, /^a token is in: localStorage/],
  [`document.cookie = 'kept=1'`, /^a cookie is set: kept/],
  [`history.replaceState({ kept: '${TOKEN}' }, '')`, /^a token is in: state/],
  [`history.replaceState(null, '', '?token=${TOKEN}')`, /^a token is in: address/],
  [`void fetch('/console/favicon.svg?token=${TOKEN}')`, /^a token is in http.*favicon/],
]

test('what no page may do is caught', { skip: whyNoBrowser() }, async () => {
  const [{ url }, browser] = await Promise.all([openVault(), openBrowser()])
  for (const [script, found] of MISDEEDS) {
    const context = await browser.newContext()
    const watching = await watch(context, url)
    const page = await context.newPage()
    await page.goto(`${url}/console`)
    await page.getByLabel('Access token').waitFor()
    assert.deepEqual(await watching.problems(), [])
    await page.evaluate(script)
    await eventually(
      async () => (await watching.problems()).some((problem) => found.test(problem)),
      `${script} to be caught`,
    )
    await context.close()
  }
})

test('a request to another origin is caught where no policy forbids it', async (t) => {
  if (whyNoBrowser() !== undefined) return t.skip(whyNoBrowser())
  const context = await (await openBrowser()).newContext()
  t.after(() => context.close())
  const watching = await watch(context, 'http://127.0.0.1:1')
  await context.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: 'here' }))
  await (await context.newPage()).goto('http://elsewhere.example/script.js')
  assert.deepEqual(await watching.problems(), [
    'a request left the origin: http://elsewhere.example/script.js',
  ])
})
