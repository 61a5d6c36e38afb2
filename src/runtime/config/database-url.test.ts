import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from './config.ts'
import { readDatabaseUrl } from './database-url.ts'

const folder = mkdtempSync(join(tmpdir(), 'vault-url-'))
after(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const AUTHORITY = fileURLToPath(
  new URL('../../../test/support/processes/tls/authority.crt', import.meta.url),
)
const ABSENT = join(folder, 'absent.crt')
const EMPTY = file('empty.crt', '')
const KEY = file('server.key', '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n')
const BROKEN = file('broken.crt', '-----BEGIN CERTIFICATE-----\nMIGH\n-----END CERTIFICATE-----\n')

const IGNORED =
  'an address with sslmode=verify-full if it has an sslrootcert: other modes do not use it'
const SOCKET = (mode: string) =>
  `an address without sslmode=${mode}: a Unix socket has no TLS, and needs none`
const UNREADABLE = (path: string, code: string) =>
  `an address whose sslrootcert can be read: "${path}" cannot (${code})`
const NO_PEM = (path: string) =>
  `an address whose sslrootcert holds certificates in PEM: "${path}" does not`

const REFUSED = [
  ...['verify_full', 'allow', ''].map((mode) => [
    `sslmode=${mode}`,
    'an address whose sslmode is one of disable, prefer, require, verify-ca, verify-full',
  ]),
  ['sslmode=verify-full&sslmode=disable', 'an address with one sslmode'],
  [
    `sslmode=verify-full&sslrootcert=${AUTHORITY}&sslrootcert=${EMPTY}`,
    'an address with one sslrootcert',
  ],
  ['ssl=true', 'an address with sslmode instead of ssl'],
  ['sslmode=verify-full&ssl=false', 'an address with sslmode instead of ssl'],
  ...['', 'sslmode=disable&', 'sslmode=prefer&', 'sslmode=require&'].map((mode) => [
    `${mode}sslrootcert=${AUTHORITY}`,
    IGNORED,
  ]),
  ['sslmode=require&sslrootcert=system', IGNORED],
  [
    'sslmode=verify-ca&sslrootcert=system',
    'an address whose sslrootcert names a file if sslmode is verify-ca',
  ],
  ['sslmode=verify-ca', 'an address whose sslrootcert names a file if sslmode is verify-ca'],
  ['sslmode=require&host=/run/postgresql', SOCKET('require')],
  [`sslmode=verify-full&sslrootcert=${AUTHORITY}&host=/run/postgresql`, SOCKET('verify-full')],
  ['sslrootcert=system&host=/run/postgresql', SOCKET('verify-full')],
  [`sslmode=verify-full&sslrootcert=${ABSENT}`, UNREADABLE(ABSENT, 'ENOENT')],
  [`sslmode=verify-ca&sslrootcert=${folder}`, UNREADABLE(folder, 'EISDIR')],
  ['sslmode=verify-full&sslrootcert=', UNREADABLE('', 'ENOENT')],
  ...[EMPTY, KEY, BROKEN].map((path) => [`sslmode=verify-full&sslrootcert=${path}`, NO_PEM(path)]),
  [
    'sslmode=verify-full&host=db1.example,192.0.2.1',
    'an address with host names only, and no IP addresses, for verify-full',
  ],
  ...['read-write', 'any', 'prefer-standby'].map((value) => [
    `target_session_attrs=${value}`,
    `an address without target_session_attrs=${value}: only primary is of use`,
  ]),
] as [string, string][]

test('an address whose TLS cannot be provided is refused at the start, with the reason', () => {
  for (const [parameters, why] of REFUSED) {
    const DATABASE_URL = `postgres://someone:a-secret@db.example/vault?${parameters}`
    assert.throws(() => readConfig({ DATABASE_URL }), {
      problems: [`DATABASE_URL must be ${why}.`],
    })
  }
})

test('the TLS of an address is for the driver, and the rest stays as it is', () => {
  const read = (text: string) => readDatabaseUrl(text)
  const url = 'postgres://some%40one:a%2Fsecret@db.example:5433/vault'
  assert.deepEqual(read(url), { url })
  assert.deepEqual(read(`${url}?search_path=a`), { url: `${url}?search_path=a` })
  assert.deepEqual(read(`${url}?sslmode=disable`), { url, ssl: false })
  assert.deepEqual(read(`${url}?sslmode=prefer&search_path=a`), {
    url: `${url}?search_path=a`,
    ssl: 'prefer',
  })
  assert.deepEqual(read(`${url}?sslmode=require`), { url, ssl: 'require' })
  assert.deepEqual(read('postgres://u@h/vault?port=77'), { url: 'postgres://u@h:77/vault' })
  const socket = 'postgres://u@/vault?host=/run/postgresql'
  for (const mode of ['disable', 'prefer']) {
    assert.deepEqual(read(`${socket}&sslmode=${mode}`), { ...read(socket), ssl: false })
  }
})

test('several hosts are read as libpq reads them, and the primary of them is meant', () => {
  for (const [text, host, port] of [
    ['postgres://u:a@h1:5433,h2/vault', ['h1', 'h2'], [5433, 5432]],
    ['postgres://u:a@h1,h2:6432/vault?target_session_attrs=primary', ['h1', 'h2'], [5432, 6432]],
    ['postgres://u:a@[::1]:5433,192.0.2.1/vault', ['::1', '192.0.2.1'], [5433, 5432]],
    ['postgres://u:a@/vault?host=h1,h2&port=1,2', ['h1', 'h2'], [1, 2]],
    ['postgres://u:a@/vault?host=h1,h2&port=6432', ['h1', 'h2'], [6432, 6432]],
  ] as const) {
    const { url, ...read } = readDatabaseUrl(text) ?? { url: '' }
    assert.deepEqual(read, { host, port })
    const { username, password, pathname, search } = new URL(url)
    assert.deepEqual([username, password, pathname, search], ['u', 'a', '/vault', ''])
  }
  const secure = readDatabaseUrl('postgres://u@h1,h2:6432/vault?sslmode=require')
  assert.equal(secure?.ssl, 'require')
  for (const hosts of ['h1,', 'h1:x,h2', 'h1,h2:0', 'h1,%2Fb', 'h1:1:2,h2']) {
    assert.equal(readDatabaseUrl(`postgres://u@${hosts}/vault`), null, hosts)
  }
})
