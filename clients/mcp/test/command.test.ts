import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { blocksOf } from '../../../test/support/documents/blocks.ts'
import { temporaryDirectory } from '../../../test/support/processes/embedded-directory.ts'
import { openVault } from '../../../test/support/vault/vault.ts'
import { type Launch, McpClient } from './mcp-client.ts'

const { records, url } = await openVault()
const { token, id } = await records.token(await records.organization())
const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const CLI = join(PACKAGE, 'src', 'cli.ts')

function start(options: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [CLI, ...options], { env, cwd: '/' })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  return { child, ended, stdout: text(child.stdout) }
}

test('the package has what is built; with the settings that README shows, a client starts it', async (t) => {
  const folder = temporaryDirectory(t)
  const pack = ['pack', '--json', '--pack-destination', folder]
  const printed = execFileSync('npm', pack, { cwd: PACKAGE, encoding: 'utf8', stdio: 'pipe' })
  const [{ files }] = JSON.parse(printed.slice(printed.indexOf('[')))
  const built = ['call-tool', 'cli', 'serve-mcp', 'settings', 'vault-service', 'vault-tools']
  assert.deepEqual(
    files.map(({ path }: { path: string }) => path).sort(),
    ['LICENSE', 'README.md', ...built.map((name) => `dist/${name}.js`), 'package.json'].sort(),
  )
  const blocks = blocksOf('clients/mcp/README.md', '# Vault Inventory for models')
  const shown = blocks.find(({ language }) => language === 'json')?.text as string
  const { command, args, env } = JSON.parse(shown).mcpServers.vault as Launch
  assert.deepEqual([command, ...args], ['npx', '--yes', 'vault-inventory-mcp'])
  assert.deepEqual(Object.keys(env), ['VAULT_URL', 'VAULT_TOKEN_FILE'])
  const file = join(folder, 'token')
  writeFileSync(file, `${token}\n`)
  for (const options of [[], ['--allow-changes']]) {
    const client = await McpClient.launch(t.after.bind(t), {
      command: process.execPath,
      args: [join(PACKAGE, 'dist', 'cli.js'), ...options],
      env: { VAULT_URL: `${url}/`, VAULT_TOKEN_FILE: file },
    })
    assert.equal((await client.call('getCaller')).data.data.tokenId, id)
    const names = (await client.tools()).map(({ name }) => name)
    assert.equal(names.includes('updateFboAccount'), options.length > 0)
  }
})

test('it is refused without a token, and says which settings are wrong', async () => {
  const refused = async (env: NodeJS.ProcessEnv) => {
    const { child, ended, stdout } = start([], env)
    const said = await text(child.stderr)
    assert.deepEqual([(await ended).code, await stdout], [1, ''])
    return said
  }
  assert.match(await refused({ VAULT_URL: url }), /^VAULT_TOKEN is not set: .*VAULT_TOKEN_FILE/)
  const wrong = await refused({ VAULT_URL: 'vault', VAULT_TOKEN: 'two words' })
  assert.match(wrong, /VAULT_URL must be .*\n.*VAULT_TOKEN must be one access token/)
  assert.doesNotMatch(wrong, /two words/)
  const absent = await refused({ VAULT_TOKEN_FILE: '/nowhere' })
  assert.match(absent, /^VAULT_TOKEN_FILE cannot be read: .*\/nowhere/)
  assert.match(await refused({ VAULT_TOKEN: 'a', VAULT_TOKEN_FILE: 'b' }), /both set: keep one/)
})

for (const end of ['the end of its input', 'SIGTERM', 'SIGINT'] as const) {
  test(`it ends at ${end}, with nothing on standard output`, async () => {
    const { child, ended, stdout } = start([], { VAULT_URL: url, VAULT_TOKEN: token })
    const [said] = await once(child.stderr, 'data')
    assert.match(`${said}`, /^Serving reads and dry runs of http/)
    if (end === 'the end of its input') child.stdin.end()
    else child.kill(end)
    assert.deepEqual([await ended, await stdout], [{ code: 0, signal: null }, ''])
  })
}
