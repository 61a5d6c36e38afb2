import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsViolations } from './identity-provider.rules.ts'

const POLICY = { allowHttp: false, mayReceive: () => true, setting: 'A_SETTING' }

const ISSUERS: [issuer: unknown, faults: number][] = [
  [undefined, 0],
  [['https://LOGIN.example.com'], 0],
  ['https://login.example.com', 0],
  ['https://login.example.com/', 0],
  ['https://login.example.com:8443/realms/vault', 0],
  ['https://LOGIN.example.com/realms/vault', 1],
  ['https://login.example.com:443', 1],
  ['HTTPS://login.example.com/', 1],
  ['https://login.example.com?a', 1],
]
for (const [issuer, faults] of ISSUERS) {
  test(`An issuer ${issuer} ${faults === 0 ? 'is taken' : 'is no form that tokens have'}`, () => {
    const pointers = settingsViolations({ issuer }, POLICY).map(({ pointer }) => pointer)
    assert.deepEqual(pointers, Array(faults).fill('/issuer'))
  })
}
