import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { blocksOf, paste } from '../support/documents/blocks.ts'
import { failureIn, sessionCookieIn } from '../support/identity-provider/forged-sign-in.ts'
import { openRealProvider } from '../support/identity-provider/real-provider.ts'
import { callbackOf } from '../support/identity-provider/sign-in-setup.ts'
import { afterTest, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'

const [, make, set] = blocksOf('SECURITY.md', '### Try it with the provider of the tests')
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text) as [string, string, string]

test('The commands of SECURITY, pasted, sign in the people whom it says', async (t) => {
  const directory = temporaryDirectory(t)
  const env = { DATA_DIR: join(directory, 'data'), DATABASE_URL: '' }
  const [create = '', serve = ''] = make.split(/^(?=IDENTITY_PROVIDER)/m)
  await paste(create, directory, env)
  const settings = [...serve.matchAll(/(\w+)=(\S+) /g)].map(([, name, value]) => [name, value])
  assert.equal(settings.length, 2, serve)
  const { url } = await startServiceProcess({
    env: { ...env, ...Object.fromEntries(settings) },
    cleanup: (work) => afterTest(t, work),
  })
  const provider = await openRealProvider({
    accounts: {
      ada: { email: 'ada@example.com', email_verified: true, name: 'Ada Lindqvist' },
      eve: { email: 'eve@elsewhere.example', email_verified: true, name: 'Eve' },
    },
    redirectsTo: (uri) => uri.startsWith(`${url}/sign-in/`),
  })
  afterTest(t, provider.close)
  await paste(
    set
      .replaceAll('http://127.0.0.1:8080', url)
      .replaceAll('http://127.0.0.1:9090', provider.issuer)
      .replace('curl -sS', 'curl -sS --fail-with-body'),
    directory,
    env,
  )
  const ada = await callbackOf(url, 'org_sign_in', 'ada')
  assert.ok(sessionCookieIn(await ada.agent.open(ada.callback)))
  const eve = await callbackOf(url, 'org_sign_in', 'eve')
  assert.equal(failureIn(await eve.agent.open(eve.callback)), 'email_domain')
})
