import type { Dice } from '../../../model/dice.ts'
import { type Draft, removeHeader } from './draft.ts'

type Change = (draft: Draft, dice: Dice) => unknown

/** A second request, hidden where another reader of HTTP would take it for a body. */
const HIDDEN = 'POST /v1/fbo-accounts HTTP/1.1\r\nHost: vault\r\nContent-Length: 2\r\n\r\n{}'

/** A change after which its connection is of no more use, and only a refusal is right. */
function fatal(change: Change): Change {
  return (draft, dice) => {
    change(draft, dice)
    draft.alone = true
    draft.mustRefuse = true
  }
}

function framedBy(...headers: string[]): Change {
  return fatal((draft) => {
    draft.headers.push(...headers)
    draft.body = Buffer.from(`0\r\n\r\n${HIDDEN}`)
    draft.framed = true
  })
}

/** A line among the headers that no HTTP request may have. */
const withLine = (line: string) => fatal((draft) => draft.headers.splice(1, 0, line))

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

const tooMany = fatal(({ headers }) => {
  headers.push(...Array.from({ length: 3_000 }, (_, index) => `X-${index}: y`))
})

const tooLarge = fatal(({ headers }, dice) => {
  headers.push(`X-Long: ${'x'.repeat(dice.one([16_384, 20_000, 100_000]))}`)
})

const tooLong = fatal((draft) => {
  draft.target = `/v1/fbo-accounts/${'x'.repeat(20_000)}`
})

/** A request line that says another version, which may be served. */
function asVersion(version: string): Change {
  return (draft) => {
    draft.version = version
    draft.alone = true
  }
}

const asMethod = (method: string) => fatal((draft) => void Object.assign(draft, { method }))

/**
 * States another length than the body has. Where it is longer, the service waits for the rest for a
 * while; where it is shorter, the bytes after it are the next request, and an invalid one.
 */
function withLength(more: number): Change {
  return (draft, dice) => {
    const length = (draft.body?.length ?? 0) + more
    if (draft.body === undefined || length < 1) return
    draft.headers.push(`Content-Length: ${length}`)
    draft.framed = true
    fatal(() => undefined)(draft, dice)
  }
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
  ['HTTP/1.0', 2, asVersion('HTTP/1.0')],
  ['HTTP/9.9', 1, fatal(asVersion('HTTP/9.9'))],
  // As a mere number in a request line: served over HTTP/1.1.
  ['HTTP/2.0', 1, asVersion('HTTP/2.0')],
  ['no HTTP', 1, fatal(asVersion('extra HTTP/1.1'))],
  ['a method in small letters', 1, asMethod('get')],
  ['no method', 1, asMethod('BREW')],
  ['CONNECT', 1, asMethod('CONNECT')],
  ['a body that never comes', 0.2, withLength(10)],
  ['a body longer than said', 2, withLength(-1)],
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
