import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'vault-config-'))
after(() => rmSync(folder, { recursive: true }))

async function settings(env: Record<string, string>, cwd?: string) {
  const { code, stderr, document } = await runCommand(['config', '--json'], env, cwd)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return (name: string) => {
    const found = document.settings.find((setting: { name: string }) => setting.name === name)
    return { value: found.value, source: found.source }
  }
}

test('config shows every setting with its source, and masks secrets', async () => {
  const url = 'postgres://someone:a-secret@db.example:5433/vault?password=b-secret'
  const setting = await settings({ DATABASE_URL: url, PORT: '9000', HOST: '' })
  assert.deepEqual(setting('PORT'), { value: '9000', source: 'environment' })
  assert.deepEqual(setting('HOST'), { value: '127.0.0.1', source: 'environment' })
  assert.deepEqual(setting('LOG_LEVEL'), { value: 'info', source: 'default' })
  assert.deepEqual(setting('DATABASE_URL'), {
    value: 'postgres://someone:****@db.example:5433/vault',
    source: 'environment',
  })
  const socket = 'postgres://someone:a-secret@/vault?host=/run/postgresql&password=b-secret'
  for (const value of [url, socket]) {
    const { stdout } = await runCommand(['config'], { DATABASE_URL: value })
    assert.match(stdout, /^SETTING +VALUE +SOURCE +MEANING\n/)
    assert.doesNotMatch(stdout, /[ab]-secret/)
  }
})

test('NAME_FILE names a file that holds the value; both together are refused', async () => {
  const file = join(folder, 'url')
  writeFileSync(file, 'postgres://someone:a-secret@db.example/vault\n')
  const setting = await settings({ DATABASE_URL_FILE: file })
  assert.deepEqual(setting('DATABASE_URL'), {
    value: 'postgres://someone:****@db.example/vault',
    source: 'file',
  })
  const both = await runCommand(['config', '--json'], { PORT: '1', PORT_FILE: file })
  assert.equal(both.code, 1)
  assert.match(both.document.error, /PORT and PORT_FILE are both set: keep one of them\./)
  const wrong = await runCommand(['config'], { PORT_FILE: file })
  assert.match(wrong.stderr, /PORT must be a whole number from 0 to 65535\.$/m)
  assert.doesNotMatch(wrong.stderr, /a-secret/, 'the content of a file is not shown')
  const absent = await runCommand(['config'], { PORT_FILE: join(folder, 'absent') })
  assert.equal(absent.code, 1)
  assert.match(absent.stderr, /PORT_FILE cannot be read: ENOENT/)
})

test('Networks that webhooks may be sent to are CIDR blocks', async () => {
  const allowed = await settings({ WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8, fd00::/8' })
  assert.equal(allowed('WEBHOOK_ALLOWED_NETWORKS').value, '10.0.0.0/8, fd00::/8')
  const wrong = await runCommand(['config'], {
    WEBHOOK_ALLOWED_NETWORKS: 'localhost',
    WEBHOOK_DELIVERY: 'no',
    WEBHOOK_ALLOW_HTTP: 'yes',
  })
  assert.match(wrong.stderr, /WEBHOOK_ALLOWED_NETWORKS must be addresses or CIDR blocks/)
  assert.match(wrong.stderr, /WEBHOOK_DELIVERY must be one of on, off, not "no"/)
  assert.match(wrong.stderr, /WEBHOOK_ALLOW_HTTP must be one of on, off, not "yes"/)
})

test('STRICT_TRANSPORT_SECURITY is off or a valid value of that header', async () => {
  const off = await settings({ STRICT_TRANSPORT_SECURITY: 'off' })
  assert.equal(off('STRICT_TRANSPORT_SECURITY').value, 'off')
  const wrong = await runCommand(['config'], { STRICT_TRANSPORT_SECURITY: 'for ever\n' })
  assert.match(wrong.stderr, /STRICT_TRANSPORT_SECURITY must be off, or like max-age=31536000/)
})

test('.env in the working directory applies to settings that the environment does not set', async () => {
  writeFileSync(join(folder, '.env'), 'PORT=9100\nHOST=0.0.0.0\n')
  const setting = await settings({ PORT: '9200' }, folder)
  assert.deepEqual(setting('PORT'), { value: '9200', source: 'environment' })
  assert.deepEqual(setting('HOST'), { value: '0.0.0.0', source: '.env' })
})

test('an unreadable .env is reported with the other problems; an absent one is no problem', async () => {
  const unreadable = join(folder, 'unreadable')
  mkdirSync(join(unreadable, '.env'), { recursive: true })
  const { code, stdout, stderr } = await runCommand(['config'], { PORT: 'x' }, unreadable)
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  const [heading, ofFile, ofPort, ...rest] = stderr.split('\n')
  assert.equal(heading, 'The configuration cannot be used:')
  assert.match(ofFile as string, /^ {2}- \.env cannot be read: EISDIR.*\.$/)
  assert.match(ofPort as string, /^ {2}- PORT must be a whole number .*\.$/)
  assert.deepEqual(rest, [''])
  rmSync(join(unreadable, '.env'), { recursive: true })
  assert.equal((await runCommand(['config'], {}, unreadable)).code, 0)
})

test('a NAME_FILE that names an empty file is reported with the other problems', async () => {
  for (const content of ['', ' \n\n']) {
    const file = join(folder, 'empty')
    writeFileSync(file, content)
    const { code, stderr } = await runCommand(['config'], {
      DATABASE_URL_FILE: file,
      LOG_LEVEL: 'loud',
    })
    assert.equal(code, 1)
    assert.equal(
      stderr,
      `The configuration cannot be used:
  - DATABASE_URL_FILE names an empty file (${file}): write the value into it.
  - LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".
`,
    )
  }
})

test('all invalid values are reported at once, without secrets', async () => {
  const env = {
    PORT: '70000',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://someone:a-secret@db.example/vault',
    DATABASE_POOL_SIZE: '0',
  }
  for (const command of ['config', 'serve', 'migrate']) {
    const { code, stdout, stderr } = await runCommand([command], env)
    assert.equal(code, 1)
    assert.equal(stdout, '')
    assert.equal(
      stderr,
      `The configuration cannot be used:
  - PORT must be a whole number from 0 to 65535, not "70000".
  - DATABASE_URL must be an address such as postgres://user:password@host:5432/database.
  - DATABASE_POOL_SIZE must be a whole number from 1 to 500, not "0".
  - LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".
`,
    )
  }
})

test('a name in .env that is no setting ends every command, with all faults in one answer', async () => {
  const env = { PORT: 'x' }
  const misspelt = join(folder, 'misspelt')
  mkdirSync(misspelt)
  writeFileSync(
    join(misspelt, '.env'),
    'LOG_LEVLE=info\nPOSTGRES_PASSWORD=x\nHOST_FILE_FILE=x\nHOST_FILE=\n',
  )
  for (const command of ['config', 'serve', 'migrate']) {
    const { code, stdout, stderr } = await runCommand([command], env, misspelt)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.deepEqual(stderr.split('\n  - '), [
      'The configuration cannot be used:',
      ...['HOST_FILE_FILE', 'LOG_LEVLE'].map((name) => {
        return `${name} in .env is not a setting: .env.example lists them all, and names of other programs belong into files of their own.`
      }),
      'PORT must be a whole number from 0 to 65535, not "x".\n',
    ])
  }
})

test('an option of the driver in DATABASE_URL is refused: it would be ignored', async () => {
  for (const option of ['connect_timeout=3', 'max=5', 'prepare=false']) {
    const url = `postgres://someone@db.example/vault?${option}`
    const { code, stderr } = await runCommand(['config'], { DATABASE_URL: url })
    assert.equal(code, 1)
    const [name] = option.split('=')
    assert.match(stderr, new RegExp(`DATABASE_URL must be an address without ${name}: `))
  }
})
