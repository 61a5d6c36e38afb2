import type { IncomingMessage } from 'node:http'
import { REFUSALS, Refusal, type RefusalCode } from '../../domain/errors.ts'
import { isRepeated } from '../request/authentication.ts'

/** The form of a `Host` (RFC 9110, 7.2): a name or an address, and a port. It may be empty. */
const HOST = /^(?:\[[\w.:~!$&'()*+,;=-]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i

type Head = Pick<
  IncomingMessage,
  'headers' | 'rawHeaders' | 'httpVersionMajor' | 'httpVersionMinor'
>

/**
 * HTTP asks this of a request before its body is read, and Node does not: by itself Node accepts
 * a second `Host` and any transfer coding before `chunked`, and refuses a missing `Host` without a
 * problem.
 */
export function refusalOfHead(request: Head): Refusal | undefined {
  const isOld = request.httpVersionMajor === 1 && request.httpVersionMinor === 0
  const { host, 'transfer-encoding': coding } = request.headers
  // Health checks of proxies often are HTTP/1.0, which has no Host.
  const isMissing = host === undefined ? !isOld : !HOST.test(host)
  // Node keeps the first of two; a proxy may have chosen the service by the second.
  if (isMissing || isRepeated(request.rawHeaders, 'host')) {
    return closing('malformed_request', 'Send exactly one Host header, such as Host: example.com.')
  }
  if (coding === undefined || (!isOld && CHUNKED.test(coding))) return undefined
  return refusalOfCoding(coding, isOld)
}

const CHUNKED = /^[ \t]*chunked[ \t]*$/i

/** RFC 9112, 6.1 and 6.3: 501 for an unknown coding; 400 where none tells the end of the body. */
function refusalOfCoding(sent: string, isOld: boolean): Refusal {
  const codings = sent.split(',').map((coding) => coding.trim().toLowerCase())
  const isFramed = codings.at(-1) === 'chunked' && codings.some((coding) => coding !== 'chunked')
  if (isOld || !isFramed) {
    const detail = 'Send Transfer-Encoding: chunked once, with HTTP/1.1, or Content-Length instead.'
    return closing('malformed_request', detail)
  }
  const detail = 'Send Transfer-Encoding: chunked alone, or Content-Length instead.'
  return closing('unsupported_transfer_coding', detail)
}

/** The refusal of a request that is not begun; its connection is closed. */
export function closing(code: RefusalCode, remedy?: string): Refusal {
  const detail = remedy ?? `${REFUSALS[code].title}: the connection is closed.`
  return new Refusal(code, { detail, headers: { Connection: 'close' } })
}
