import type { Dice } from '../../../model/dice.ts'
import { type Draft, removeHeader, setHeader } from './draft.ts'
import {
  BAD_CREDENTIALS,
  BAD_KEYS,
  BAD_QUERIES,
  BAD_TAGS,
  BAD_VALUES,
  NO_IDS,
  ODD_HEADERS,
} from './hostile-values.ts'
import type { Callers } from './pool.ts'
import { MARK, type Operation } from './valid-requests.ts'

interface Means {
  readonly operation: Operation
  /** Methods that the operation's path has. */
  readonly methods: readonly string[]
  readonly dice: Dice
  readonly callers: Callers
}
type Change = (draft: Draft, means: Means) => void

const noId: Change = (draft, { operation, dice }) => {
  if (!operation.path.includes('{id}')) return
  const query = draft.target.split('?')[1]
  const path = operation.path.replace('{id}', () => dice.one(NO_IDS))
  draft.target = query === undefined ? path : `${path}?${query}`
  draft.mustRefuse = true
}

function addQuery(draft: Draft, query: string): void {
  draft.target += `${draft.target.includes('?') ? '&' : '?'}${query}`
}

/** The same id in another spelling. */
const encodedId: Change = (draft, { operation }) => {
  if (!operation.path.includes('{id}')) return
  const segments = draft.target.split('/')
  const id = segments[3] as string
  const first = `%${id.charCodeAt(0).toString(16)}`
  draft.target = [...segments.slice(0, 3), `${first}${id.slice(1)}`, ...segments.slice(4)].join('/')
}

const badQuery: Change = (draft, { dice }) => {
  addQuery(draft, dice.one(BAD_QUERIES))
  draft.mustRefuse = true
}

/** Parameters for which nearly anything is a value. */
const FREE_TEXTS = new Set(['trackingNumber', 'idempotencyKey', 'q', 'reason', 'carrier'])

const badValue: Change = (draft, { operation, dice }) => {
  const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  if (names.length === 0) return
  const name = dice.one(names)
  const written = dice.chance(0.2) ? name.replace('a', '%61') : name
  addQuery(draft, `${written}=${dice.one(BAD_VALUES)}`)
  // A filter by an unknown id finds nothing.
  draft.mustRefuse = !FREE_TEXTS.has(name) && !name.endsWith('Id')
}

const repeated: Change = (draft) => {
  const query = draft.target.split('?')[1]
  if (query === undefined) return
  draft.target += `&${query}`
  draft.mustRefuse = true
}

const noCredentials: Change = (draft, { dice, callers }) => {
  const good = draft.headers.find((line) => line.startsWith('Authorization'))
  removeHeader(draft, 'Authorization')
  const bad = dice.chance(0.5) ? dice.one(BAD_CREDENTIALS) : `Bearer ${dice.one(callers.bad)}`
  const lines = dice.one([
    [],
    [`Authorization: ${bad}`],
    [good as string, good as string],
    [good as string, `Authorization: ${bad}`],
    [`authorization: ${bad}`, good as string],
    [`X-Authorization: Bearer ${callers.good[0]}`],
  ])
  draft.headers.push(...lines)
  draft.mustRefuse = true
}

const oddHeaders: Change = (draft, { dice }) => {
  draft.headers.push(...dice.some(ODD_HEADERS, 1 + dice.upTo(3)))
  // A connection that is to be closed, or to become another, serves no more.
  if (draft.headers.some((line) => /^(Connection|Upgrade|Max)/.test(line))) draft.alone = true
}

const badKey: Change = (draft, { operation, dice }) => {
  setHeader(draft, 'Idempotency-Key', dice.one(BAD_KEYS))
  draft.mustRefuse = operation.method === 'POST'
}

const twoKeys: Change = (draft, { operation }) => {
  removeHeader(draft, 'Idempotency-Key')
  draft.headers.push(`Idempotency-Key: ${MARK}-1`, `Idempotency-Key: ${MARK}-2`)
  // Node joins them with a comma and a blank, which no key has.
  draft.mustRefuse = operation.method === 'POST'
}

const badTag: Change = (draft, { dice }) => {
  const tag = dice.one(BAD_TAGS)
  setHeader(draft, dice.one(['If-Match', 'If-None-Match']), tag)
}

const OTHERS = ['PUT', 'DELETE', 'OPTIONS', 'TRACE', 'SEARCH', 'PROPFIND', 'PURGE', 'QUERY']

const otherMethod: Change = (draft, { operation, methods, dice }) => {
  draft.method = dice.one([...OTHERS, operation.method === 'GET' ? 'HEAD' : 'PUT'])
  draft.mustRefuse = ![...methods, 'HEAD'].includes(draft.method)
}

const otherPath: Change = (draft, { dice }) => {
  const { target } = draft
  draft.target = dice.one([
    `/${target}`,
    target.replace('/v1', '/V1'),
    target.replace('/v1/', '/v1/./'),
    target.replace('/v1/', '/v1/x/../'),
    target.replace('/v1', '/%76%31x'),
    ...['*', '/', '/v2/x', '/v1', '/v1/', '/v1/%', '/..%2f..%2fetc', '/.git/config', '/metrics'],
    ...['/admin', '//x', '/v1/__proto__', '/v1/transfers/x/y/z', '/v1/\u00e9', `/${MARK}`],
    ...['/wp-login.php', '/%00'],
  ])
  draft.mustRefuse = true
}

const absolute: Change = (draft) => {
  draft.target = `http://elsewhere.example${draft.target}`
}

const CHANGES: readonly (readonly [string, number, Change])[] = [
  ['an unknown id', 5, noId],
  ['an encoded id', 1, encodedId],
  ['an unknown parameter', 3, badQuery],
  ['a bad value in the query', 5, badValue],
  ['a parameter twice', 1, repeated],
  ['bad credentials', 3, noCredentials],
  ['odd headers', 6, oddHeaders],
  ['a bad key', 2, badKey],
  ['two keys', 1, twoKeys],
  ['bad entity tags', 1, badTag],
  ['another method', 2, otherMethod],
  ['another path', 2, otherPath],
  ['the absolute form', 1, absolute],
]
const DRAWN = CHANGES.flatMap((change) => Array<typeof change>(change[1]).fill(change))

/** Makes the request line or the headers hostile. */
export function changeHead(draft: Draft, means: Means): void {
  const [kind, , change] = means.dice.one(DRAWN)
  change(draft, means)
  draft.kind = kind
}
