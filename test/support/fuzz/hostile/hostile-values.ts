import { MARK } from './valid-requests.ts'

const LONG = 'x'.repeat(3_000)

/** Ids that name nothing, as written in a path. */
export const NO_IDS: readonly string[] = [
  ...['%2e%2e', '..', '.', '%2F', '..%2f..%2fetc%2fpasswd', '%5c..', '%00', 'a%00b', '%0d%0aX:y'],
  ...['%', '%Z', '%ZZ', '%c3%28', '%ff', '%ED%A0%80', '%c0%ae%c0%ae', '%f4%90%80%80', '%u0041'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'null', 'undefined'],
  ...["'--", "'%20or%20'1'='1", '1;drop%20table%20x', '%24%7bjndi%3aldap%7d', '{{7*7}}', '$where'],
  ...['*', ':id', '{id}', '-1', '0', '1e400', 'NaN', '%20', '%09', '', ';x=1', '~', '%E2%80%AE'],
  ...[LONG, '%41'.repeat(1_000), '%F0%9F%92%A9'.repeat(50), '\u00e9\u00ff', MARK, 'a'.repeat(65)],
]

/** Queries that no operation takes. */
export const BAD_QUERIES: readonly string[] = [
  ...['__proto__=1', '__proto__[x]=1', 'constructor.prototype.x=1', '=1', '%00=1', '%=1', '%ff'],
  ...['limit[]=1', 'page[0]=1', 'page.x=1', '[]', `${MARK}=${MARK}`, '?page=1', `q=${LONG}`],
  ...['limit%00=1', 'Limit=1', 'id=x', 'fields=*', 'access_token=vis_x', '$filter=1', 'a=b;c=d'],
]

/** Values that no parameter of a query takes. */
export const BAD_VALUES: readonly string[] = [
  ...['', '0x10', '1e20', '01', '+1', '%2B1', '1%00', '-1', '%ZZ', '%ff', '%ED%A0%80', '%u0031'],
  ...["1'", '1%20or%201=1', '%27%20union%20select', '__proto__', '[object%20Object]', LONG],
  ...['2026-13-45T99:99:99Z', 'NaN', 'Infinity', '9'.repeat(400), '%0d%0aX:y', '1,2', '%E2%80%AE'],
]

/** In the place of a token. */
export const BAD_CREDENTIALS: readonly string[] = [
  ...['Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'Bearer null', 'Bearer vis_', `Bearer ${MARK}`],
  ...['Digest username="x"', 'Bearer a b', 'Bearer\u00a0x', 'Bearer \u00e9', `Bearer ${LONG}`, ''],
  ...["Bearer ' or 1=1--", `Bearer vis_${'0'.repeat(49)}`, 'Negotiate x', 'Bearer, Bearer'],
]

/** Header lines without effect: any request may have each of them. */
export const ODD_HEADERS: readonly string[] = [
  ...['X-Forwarded-For: 127.0.0.1', 'X-Forwarded-For: , ,, ::1, x', `Forwarded: for="[::1]";by=_x`],
  ...[`X-Forwarded-For: ${'10.0.0.1, '.repeat(200)}`, 'X-Forwarded-Host: evil.example'],
  ...['X-Forwarded-Proto: javascript', 'X-Real-IP: 1.2.3.4', 'True-Client-IP: x', 'Via: 1.1 x'],
  ...['X-HTTP-Method-Override: DELETE', 'X-Method-Override: PATCH'],
  ...['X-Original-URL: /v1/transfers', 'X-Rewrite-URL: /metrics', 'Host: evil.example'],
  ...['Connection: keep-alive, Authorization', 'Connection: close', 'Connection: x, y'],
  ...['TE: trailers', 'Trailer: Authorization', 'Range: x', 'Range: bytes=0-1,5-'],
  ...['Accept: text/html', 'Accept: \u00ff', 'Accept-Encoding: gzip, br;q=x'],
  ...[`Cookie: token=${MARK}; ${'a=b; '.repeat(300)}`, 'Origin: null'],
  ...['Origin: https://evil.example', `Referer: https://x/?${MARK}`],
  ...[`User-Agent: ${MARK} \${jndi:ldap://x}`, 'X-Request-Id: a b', 'X-Request-Id: {"a":1}'],
  ...[`X-Request-Id: ${'x'.repeat(129)}`, '__proto__: x', 'constructor: x', 'Max-Forwards: 0'],
  ...['Expect: 100-continue', 'Expect: the unexpected', 'Upgrade: h2c, websocket'],
  ...['Content-Length-X: 5', 'If-Modified-Since: x', 'If-Range: "x"', 'Cache-Control: no-cache'],
  ...['Prefer: respond-async', 'Want-Digest: sha-256', 'DNT: 1', 'X-A: \t \u00e5'],
  `X-Long: ${LONG}`,
]

/** Types that are no `application/json`. */
export const BAD_TYPES: readonly string[] = [
  ...['', 'text/plain', 'application/jsonx', 'application/json, text/plain', 'x;y;z', '*/*'],
  ...['json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/xml'],
  ...['\u00ff', 'application/json/x', 'application json', 'text/plain; application/json'],
  ...['__proto__', 'application/merge-patch+json', 'application/vnd.api+json', 'application/*'],
]

/** Invalid keys. */
export const BAD_KEYS: readonly string[] = [
  ...['', 'a b', 'x'.repeat(256), '"', '"x', '"x"y', '""', '\u00e9', 'a\tb', '"a\\b"', `"${LONG}"`],
]

/** `If-Match` that is no list of entity tags. */
export const BAD_TAGS: readonly string[] = [
  ...['', '1', '"1', 'w/"1"', '"1" "2"', '*, "1"', '"\\"', "'1'", '"a b"', '\u00e9', ',', '"1"x'],
]

/** JSON texts that no member accepts; each is put into a body as it is. */
export const BAD_JSON_VALUES: readonly string[] = [
  ...['1e400', '-1e400', '9007199254740993', `1${'0'.repeat(500)}`, '-0', '0.1e-400', 'true'],
  ...['"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"x\\u0000y"', '[[]]', '[{}]', '{"a":{}}'],
  ...['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"$ne":null}', '{"":""}'],
  ...['{"toJSON":1}', '{"length":-1}', '{"then":"x"}', '[null]', `"${'y'.repeat(70_000)}"`],
]

/** Texts that are no JSON, or none that may be read. */
export const NO_JSON: readonly (string | Uint8Array)[] = [
  ...['{', '}', '{"a"', '{"a":}', "{'a':1}", '{a:1}', '{"a":1,}', '{"a":01}', '{"a":0x10}'],
  ...['\u0000', '{"a":NaN}', '{"a":Infinity}', '{"a":.5}', '{"a":"\t"}', '{"a":"\\x41"}', '{/**/}'],
  ...['// x', '{"a":1}{"a":1}', '{"a":1}x', '{"a":"\\u12"}', '{"a":tru}', 'undefined', '<x/>'],
  ...['a=b&c=d', '{"a":1,"a":1}', '{"":1,"":2}', '{"__proto__":1,"__proto__":2}'],
  ...['{"a":1,"\\u0061":2}', '['.repeat(20_000), '{"a":'.repeat(20_000), '"'.repeat(3)],
  ...['\u{1f4a9}', ' '.repeat(1_000), Uint8Array.from([0x7b, 0x22, 0xe5, 0x22, 0x3a, 0x31, 0x7d])],
  Uint8Array.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  Uint8Array.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  Uint8Array.from([0x7b, 0x22, 0xf4, 0x90, 0x80, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  Uint8Array.from([0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00]),
  Buffer.from('{"a":1}', 'utf16le'),
]
