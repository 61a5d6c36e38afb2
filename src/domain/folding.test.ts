import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asciiDigits, foldedEmail, foldedValue, isBlank, tidiedId } from './folding.ts'

const ALL = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

test('What Unicode calls a blank, a control or ignorable is not seen; no letter is lost', () => {
  const unseen = /[\s\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/u
  assert.deepEqual(
    ALL.filter((one) => isBlank(one) !== unseen.test(one)),
    [],
  )
})

test('What is folded stays so, and digits of each script are those of ASCII', () => {
  assert.deepEqual(
    ALL.filter((one) => foldedValue(foldedValue(one)) !== foldedValue(one)),
    [],
  )
  const digits = ALL.filter((one) => /\p{Nd}/u.test(one))
  assert.equal(asciiDigits(digits.join('')).replaceAll('0123456789', ''), '')
})

test('An address keeps letters that stand for others', () => {
  assert.notEqual(foldedEmail('\u212Aim@example.com'), foldedEmail('kim@example.com'))
})

test('Accents in two characters are those in one; signs that stand for an apostrophe are one', () => {
  for (const fold of [foldedValue, tidiedId]) {
    assert.equal(fold('rene\u0301 9'), fold('ren\u00e9 9'))
  }
  for (const sign of '\u00b4\u2018\u2019\u2032\u02b9\u02bc\uff07') {
    assert.equal(foldedValue(`O${sign}Neil`), "o'neil")
  }
  for (const dash of '\u2010\u2011\u2013\u2212\uff0d') assert.equal(tidiedId(`C${dash}9`), 'C-9')
})
