import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { postmasterPid } from '../support/processes/embedded-directory.ts'
import { openEmbeddedVault } from '../support/processes/embedded-vault.ts'

test('commands work with and without a running service, and leave its state as it was', async (t) => {
  const { service, dataDir } = await openEmbeddedVault(t)
  const postmaster = postmasterPid(dataDir)
  const run = async (...args: string[]) => {
    const { code, stderr, document } = await runCommand([...args, '--json'], { DATA_DIR: dataDir })
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    return document
  }
  const { id } = await run('organization', 'create', '--name', 'While it runs')
  assert.equal(postmasterPid(dataDir), postmaster)
  assert.equal((await fetch(`${service.url}/health/ready`)).status, 200)

  service.signal('SIGTERM')
  assert.equal((await service.exited).code, 0)
  const permissions = ['--permissions', 'fbo_accounts:read']
  const { token } = await run('token', 'create', '--organization', id, ...permissions)
  assert.match(token, /^vis_/)
  assert.equal(postmasterPid(dataDir), null, 'what a command started it stops again')
  const { tokens } = await run('token', 'list', '--organization', id)
  assert.equal(tokens.length, 1)
})
