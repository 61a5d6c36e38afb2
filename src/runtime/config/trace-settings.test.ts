import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTrue, keyValues, ratio, receiverUrl } from './setting-values.ts'

test('Pairs are read as OpenTelemetry writes them', () => {
  assert.deepEqual(keyValues(''), {})
  assert.deepEqual(keyValues('a=b'), { a: 'b' })
  assert.deepEqual(keyValues(' api-key = its%20key , x-b=c%3Dd==,'), {
    'api-key': 'its key',
    'x-b': 'c=d==',
  })
  for (const wrong of ['a', '=b', 'a b=c', 'a=%', 'a=b;c=d=e'])
    assert.throws(() => keyValues(wrong), /^Error: pairs such as name=value/, wrong)
})

test('A share is a number from 0 to 1', () => {
  assert.deepEqual(['0', '1', '0.1', '.5', '1.0'].map(ratio), [0, 1, 0.1, 0.5, 1])
  for (const wrong of ['', '1.1', '-0.1', '10 %', '1e-3', '2'])
    assert.throws(() => ratio(wrong), /^Error: a number from 0 to 1/, wrong)
})

test('A receiver has an address of HTTP', () => {
  assert.equal(receiverUrl(''), null)
  assert.equal(receiverUrl('https://collector:4318'), 'https://collector:4318/')
  for (const wrong of ['collector:4318', 'grpc://collector', 'localhost'])
    assert.throws(() => receiverUrl(wrong), /^Error: an address such as/, wrong)
})

test('OpenTelemetry is off by its own word, or by that of the other settings', () => {
  assert.deepEqual(['true', 'TRUE', 'on', 'false', 'off'].map(isTrue), [
    true,
    true,
    true,
    false,
    false,
  ])
  for (const wrong of ['', '1', 'yes', 'once'])
    assert.throws(() => isTrue(wrong), /^Error: one of true, false, on, off$/, wrong)
})
