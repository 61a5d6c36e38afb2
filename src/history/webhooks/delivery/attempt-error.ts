import { AddressRefused } from '../../../runtime/outbound/addresses.ts'

const CLOSED = 'The connection was closed before a whole response came.'
const UNREACHABLE = 'The receiver cannot be reached.'
const NOT_HTTP = 'What came back is not a valid HTTP response.'
const NOT_TLS = 'No TLS connection came about.'

const SENTENCES: readonly (readonly [codes: RegExp, sentence: string])[] = [
  [/^ECONNREFUSED$/, 'The receiver refused the connection.'],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'No connection came about in time.'],
  [/^(EHOST|ENET)(UNREACH|DOWN)$|^EADDRNOTAVAIL$/, UNREACHABLE],
  [/^(HPE_INVALID_EOF_STATE|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, CLOSED],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED)$/, CLOSED],
  [/^(HPE_|HTTPParserError$|UND_ERR_HEADERS_OVERFLOW$)/, NOT_HTTP],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the receiver has expired.'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate of the receiver is not valid yet.'],
  [/^ERR_TLS_CERT_ALTNAME/, "The certificate of the receiver is not for the URL's host."],
  [/CERT|LEAF_SIGNATURE/, 'The certificate of the receiver is not by a known authority.'],
  [/^(EPROTO$|ERR_SSL_|ERR_TLS_)/, NOT_TLS],
]

/**
 * The sentence that callers read about an attempt without a whole response. The error itself would
 * tell of the operator's network, by addresses or by which names exist in it.
 */
export function attemptError(error: unknown): string {
  // If all addresses of a host failed, the error is about none of them.
  const [one = error] = error instanceof AggregateError ? error.errors : []
  if (one instanceof AddressRefused) return one.message
  const { code, name } = one as { readonly code?: string; readonly name?: string }
  const found = SENTENCES.find(([codes]) => codes.test(code ?? name ?? ''))
  return found?.[1] ?? 'The webhook could not be sent.'
}
