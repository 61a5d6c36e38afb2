import assert from 'node:assert/strict'
import { TestBrowser } from '../vault/browser.ts'
import type { Demo } from './demo-process.ts'

/** The links of people work once; a second run finds the people of the first. */
export async function assertPeopleSignIn({ url, consoleUrl, banner, tokens }: Demo): Promise<void> {
  const codes = banner.match(/(?<=#code=)\S+$/gm) ?? []
  assert.equal(codes.length, 4)
  assert.equal(consoleUrl, url.replace('127.0.0.1', 'localhost'), 'browsers make passkeys there')
  for (const code of codes) {
    const browser = new TestBrowser(consoleUrl)
    assert.equal((await browser.send('POST', '/session', { code })).status, 204)
    assert.equal((await browser.send('POST', '/session', { code })).status, 401)
  }
  const response = await fetch(`${url}/v1/people`, {
    headers: { Authorization: `Bearer ${tokens[0]}` },
  })
  const { data } = (await response.json()) as { data: { roles: string[]; status: string }[] }
  const shown = data.map(({ roles, status }) => `${roles} ${status}`).sort()
  assert.deepEqual(shown, ['approver active', 'auditor active', 'desk active', 'operator active'])
}
