import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { failureIn, sessionCookieIn } from '../support/identity-provider/forged-sign-in.ts'
import { openRealProvider } from '../support/identity-provider/real-provider.ts'
import { callbackOf } from '../support/identity-provider/sign-in-setup.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'

const LAUNCHER = join(process.cwd(), 'bin', 'vault-inventory.js')
const SECTION = readFileSync('docs/SIGN-IN.md', 'utf8').split('## Try it')[1] ?? ''
const [, make = '', set = ''] = [...SECTION.matchAll(/```sh\n(.*?)```/gs)].map(([, text]) => text)

test('The commands of SIGN-IN, pasted, sign in the people whom it says', async (t) => {
  const directory = temporaryDirectory(t)
  const env = { DATA_DIR: join(directory, 'data'), DATABASE_URL: '' }
  const paste = (text: string) =>
    promisify(execFile)('bash', ['-euo', 'pipefail', '-c', text], {
      cwd: directory,
      env: { ...process.env, ...env },
    })
  const [create = '', serve = ''] = make.split(/^(?=IDENTITY_PROVIDER)/m)
  await paste(create.replaceAll('npx vault-inventory', `node ${LAUNCHER}`))
  const settings = [...serve.matchAll(/(\w+)=(\S+) /g)].map(([, name, value]) => [name, value])
  assert.equal(settings.length, 2, serve)
  const cleanups: (() => unknown)[] = []
  t.after(async () => {
    for (const cleanup of cleanups) await cleanup()
  })
  const { url } = await startServiceProcess({
    env: { ...env, ...Object.fromEntries(settings) },
    cleanup: (work) => void cleanups.push(work),
  })
  const provider = await openRealProvider({
    accounts: {
      ada: { email: 'ada@example.com', email_verified: true, name: 'Ada Lindqvist' },
      eve: { email: 'eve@elsewhere.example', email_verified: true, name: 'Eve' },
    },
    redirectsTo: (uri) => uri.startsWith(`${url}/sign-in/`),
  })
  t.after(provider.close)
  await paste(
    set
      .replaceAll('http://127.0.0.1:8080', url)
      .replaceAll('http://127.0.0.1:9090', provider.issuer)
      .replace('curl -sS', 'curl -sS --fail-with-body'),
  )
  const ada = await callbackOf(url, 'org_sign_in', 'ada')
  assert.ok(sessionCookieIn(await ada.agent.open(ada.callback)))
  const eve = await callbackOf(url, 'org_sign_in', 'eve')
  assert.equal(failureIn(await eve.agent.open(eve.callback)), 'email_domain')
})
