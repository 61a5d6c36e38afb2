import type { Dice } from '../../../model/dice.ts'
import { type Draft, removeHeader } from './draft.ts'

type Change = (draft: Draft, dice: Dice) => void

/** A second request, hidden where another reader of HTTP would take it for a body. */
const HIDDEN = 'POST /v1/fbo-accounts HTTP/1.1\r\nHost: vault\r\nContent-Length: 2\r\n\r\n{}'

function framedBy(...headers: string[]): Change {
  return (draft) => {
    draft.headers.push(...headers)
    draft.body = Buffer.from(`0\r\n\r\n${HIDDEN}`)
    draft.framed = true
    draft.alone = true
    draft.mustRefuse = true
  }
}

/** A line among the headers that no HTTP request may have. */
function withLine(line: string): Change {
  return (draft) => {
    draft.headers.splice(1, 0, line)
    draft.alone = true
    draft.mustRefuse = true
  }
}

function chunks(extension: string, size = (length: number) => length.toString(16)): Change {
  return (draft) => {
    const body = draft.body ?? Buffer.alloc(0)
    draft.headers.push('Transfer-Encoding: chunked')
    const head = body.length === 0 ? '' : `${size(body.length)}${extension}\r\n`
    const tail = body.length === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n'
    draft.body = Buffer.concat([Buffer.from(head), body, Buffer.from(tail)])
    draft.framed = true
    // An operation that reads no body may not notice what is wrong with it.
    draft.alone = true
  }
}

const tooMany: Change = (draft) => {
  draft.headers.push(...Array.from({ length: 3_000 }, (_, index) => `X-${index}: y`))
  draft.alone = true
  draft.mustRefuse = true
}

const tooLarge: Change = (draft, dice) => {
  draft.headers.push(`X-Long: ${'x'.repeat(dice.one([16_384, 20_000, 100_000]))}`)
  draft.alone = true
  draft.mustRefuse = true
}

const tooLong: Change = (draft) => {
  draft.target = `/v1/fbo-accounts/${'x'.repeat(20_000)}`
  draft.alone = true
  draft.mustRefuse = true
}

function asVersion(version: string, mustRefuse: boolean): Change {
  return (draft) => {
    draft.version = version
    draft.alone = true
    draft.mustRefuse = mustRefuse
  }
}

function asMethod(method: string): Change {
  return (draft) => {
    draft.method = method
    draft.alone = true
    draft.mustRefuse = true
  }
}

/** Claims that the body is longer than it is; the service waits for the rest for a while. */
const neverWhole: Change = (draft) => {
  if (draft.body === undefined) return
  draft.headers.push(`Content-Length: ${draft.body.length + 10}`)
  draft.framed = true
  draft.alone = true
  draft.mustRefuse = true
}

/** The bytes after the stated length are the next request, and an invalid one. */
const tooShort: Change = (draft) => {
  if (draft.body === undefined || draft.body.length < 2) return
  draft.headers.push(`Content-Length: ${draft.body.length - 1}`)
  draft.framed = true
  draft.alone = true
  draft.mustRefuse = true
}

const noHost: Change = (draft) => removeHeader(draft, 'Host')

const CHANGES: readonly (readonly [string, number, Change])[] = [
  ['Content-Length and chunked', 2, framedBy('Content-Length: 5', 'Transfer-Encoding: chunked')],
  ['chunked and Content-Length', 2, framedBy('Transfer-Encoding: chunked', 'Content-Length: 5')],
  ['two lengths', 2, framedBy('Content-Length: 5', 'Content-Length: 6')],
  ['a list of lengths', 1, framedBy('Content-Length: 5, 6')],
  ['a length below zero', 1, framedBy('Content-Length: -1')],
  ['a length in words', 1, framedBy('Content-Length: 5x')],
  ['a length beyond numbers', 1, framedBy(`Content-Length: ${'9'.repeat(40)}`)],
  ['chunked last but one', 1, framedBy('Transfer-Encoding: chunked, gzip')],
  ['an unknown coding', 1, framedBy('Transfer-Encoding: xchunked')],
  ['chunked after a tab', 1, framedBy('Transfer-Encoding:\tx, chunked', 'Content-Length: 3')],
  ['chunked with extensions', 2, chunks(`;a=${'b'.repeat(100)}`)],
  ['chunked', 3, chunks('')],
  ['a chunk beyond numbers', 1, withBadChunk('fffffffffffffffff')],
  ['a chunk below zero', 1, withBadChunk('-5')],
  ['a chunk in words', 1, withBadChunk('xyz')],
  ['a header without a colon', 1, withLine('no colon')],
  ['a blank before the colon', 1, withLine('Transfer-Encoding : chunked')],
  ['a folded header', 1, withLine(' folded: x')],
  ['U+0000 in a header', 1, withLine('X-Nul: \u0000')],
  ['a bare CR in a header', 1, withLine('X-Cr: a\rX-B: c')],
  ['an empty name', 1, withLine(': x')],
  ['thousands of headers', 1, tooMany],
  ['a huge header', 2, tooLarge],
  ['a huge path', 1, tooLong],
  ['HTTP/1.0', 2, asVersion('HTTP/1.0', false)],
  ['HTTP/9.9', 1, asVersion('HTTP/9.9', true)],
  // As a mere number in a request line: served over HTTP/1.1.
  ['HTTP/2.0', 1, asVersion('HTTP/2.0', false)],
  ['no HTTP', 1, asVersion('extra HTTP/1.1', true)],
  ['a method in small letters', 1, asMethod('get')],
  ['no method', 1, asMethod('BREW')],
  ['CONNECT', 1, asMethod('CONNECT')],
  ['a body that never comes', 0.2, neverWhole],
  ['a body longer than said', 2, tooShort],
  ['no Host', 2, noHost],
]
const DRAWN = CHANGES.flatMap((change) => Array<typeof change>(change[1] * 10).fill(change))

function withBadChunk(size: string): Change {
  return (draft) => {
    if (draft.body === undefined) return
    chunks('', () => size)(draft, undefined as never)
    draft.mustRefuse = true
  }
}

/** Makes the framing of the request on its connection hostile. */
export function changeFraming(draft: Draft, dice: Dice): void {
  const [kind, , change] = dice.one(DRAWN)
  change(draft, dice)
  draft.kind = kind
}
