import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ADDRESS_PATTERN,
  asciiDigits,
  foldedEmail,
  foldedValue,
  isBlank,
  tidiedEmail,
  tidiedId,
} from './folding.ts'

const ALL = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

test('What Unicode calls a blank, a control or ignorable is not seen; no letter is lost', () => {
  const unseen = /[\s\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800\ufffc]/u
  const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/
  assert.deepEqual(
    ALL.filter((one) => isBlank(one) !== (unseen.test(one) || accents.test(one))),
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

test('An address keeps letters that stand for others, also with accents', () => {
  assert.notEqual(foldedEmail('\u212Aim@example.com'), foldedEmail('kim@example.com'))
  assert.notEqual(foldedEmail('\u212A\u0301@example.com'), foldedEmail('k\u0301@example.com'))
  // Signs that look like this one alone, and that NFC takes for it: none becomes another address.
  const others = ALL.filter((one) => one.normalize('NFD').length === 1 && one.normalize() !== one)
  assert.ok(others.length > 5)
  assert.deepEqual(
    others.filter((one) => foldedEmail(one) !== tidiedEmail(one)),
    [],
  )
})

test('An address is one however its accents are written, and stays what it is', () => {
  const pairs = [
    'jos\u00e9@x.se',
    'JOS\u00c9@x.se',
    'a@m\u00fcller.de',
    '\ud55c\uad6d@x.kr',
    '\u1e69@x.se',
  ]
  for (const email of pairs) {
    assert.equal(foldedEmail(email.normalize('NFD')), foldedEmail(email), email)
    assert.equal(foldedEmail(email), email.toLowerCase())
  }
  assert.deepEqual(
    ALL.filter((one) => foldedEmail(foldedEmail(one)) !== foldedEmail(one)),
    [],
  )
})

const ADDRESSES: readonly (readonly [texts: readonly string[], isOne: boolean])[] = [
  [['ben@x.com', ' ben@x.com\n', 'be\u200bn@x.com', 'ｂen@x.com', "o'neil+7@x.com"], true],
  [['jose\u0301@x.e\u0301', '王@例え.jp', 'a@localhost', 'a..b@x', '\u200bben@x.com\u200b'], true],
  [['Ben <ben@x.com>', '<ben@x.com>', 'mailto:ben@x.com', '＜ben@x.com＞', '"ben@x"'], false],
  [
    ['ben@x.com,', 'ben@x.com.', 'ben@x.com;', 'ben@x.com.\u200b', 'ben@x。com', "'ben@x.com'"],
    false,
  ],
  [['a@x.com, b@x.com', 'b en@x.com', 'ben@ x.com', 'ben', 'a@b@c', '@x', 'a@', '(a)@x'], false],
  [['\0a@x.com', 'a@x.com\0', '\u200b@x.com', '\u0301@x.com', 'a@\u3164', '“a@x.com”'], false],
]

test('An address of a person stands alone', () => {
  const pattern = new RegExp(ADDRESS_PATTERN, 'u')
  for (const [texts, isOne] of ADDRESSES) {
    for (const text of texts) assert.equal(pattern.test(text), isOne, JSON.stringify(text))
  }
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
