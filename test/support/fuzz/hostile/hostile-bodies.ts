import fc from 'fast-check'
import type { Dice } from '../../../model/dice.ts'
import { type Draft, setBody, setHeader, setJson } from './draft.ts'
import { BAD_JSON_VALUES, BAD_TYPES, NO_JSON } from './hostile-values.ts'
import type { Operation } from './valid-requests.ts'

/** Anything that JSON can say, made up by fast-check. */
const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 53, '', ' ', [], {}),
)
const MIB = 1_048_576

type Change = (draft: Draft, dice: Dice, made: Synthetic) => void

/** Values out of fast-check, a stock of them at a time. */
export class Synthetic {
  #seed: number
  #stock: unknown[] = []

  constructor(seed: number) {
    this.#seed = seed
  }

  json(): unknown {
    if (this.#stock.length === 0) {
      this.#seed += 1
      this.#stock = fc.sample(anyJson, { numRuns: 500, seed: this.#seed })
    }
    return this.#stock.pop()
  }
}

/** The way to a place within JSON: the names and positions that lead there. */
type Way = readonly (string | number)[]

function waysOf(json: unknown, way: Way = []): Way[] {
  if (typeof json !== 'object' || json === null) return [way]
  const inside = Object.entries(json).flatMap(([name, value]) =>
    waysOf(value, [...way, Array.isArray(json) ? Number(name) : name]),
  )
  return [way, ...inside]
}

/** A copy of the JSON with this done to what holds the place. */
function changedAt(json: unknown, way: Way, change: (holder: object, last: never) => void) {
  const whole = structuredClone({ root: json })
  const full = ['root', ...way]
  const last = full.pop() as never
  change(full.reduce<unknown>((at, name) => at?.[name as never], whole) as object, last)
  return whole.root
}

const replaceOne: Change = (draft, dice, made) => {
  const way = dice.one(waysOf(draft.json))
  const json = changedAt(draft.json, way, (holder, last) =>
    Object.assign(holder, { [last]: made.json() }),
  )
  setJson(draft, json)
}

const removeOne: Change = (draft, dice) => {
  const ways = waysOf(draft.json).filter((way) => way.length > 0)
  if (ways.length === 0) return
  const json = changedAt(draft.json, dice.one(ways), (holder, last) => delete holder[last])
  setJson(draft, json)
}

const addOne: Change = (draft, dice, made) => {
  const name = dice.one(['__proto__', 'constructor', 'isAdmin', 'organizationId', 'id', 'status'])
  const inside = JSON.stringify(draft.json).replace(/^\{/, '')
  const comma = inside === '}' ? '' : ','
  setBody(draft, `{${JSON.stringify(name)}:${JSON.stringify(made.json())}${comma}${inside}`)
}

/** One value is written in a way that objects in JavaScript cannot hold. */
const replaceByText: Change = (draft, dice) => {
  const place = 'e7d8f4b6'
  const way = dice.one(waysOf(draft.json))
  const json = changedAt(draft.json, way, (holder, last) =>
    Object.assign(holder, { [last]: place }),
  )
  const bad = dice.one(BAD_JSON_VALUES)
  setBody(
    draft,
    JSON.stringify(json).replace(`"${place}"`, () => bad),
  )
}

const twice: Change = (draft) => {
  const text = JSON.stringify(draft.json)
  if (text === '{}') return
  setBody(draft, `${text.slice(0, -1)},${text.slice(1)}`)
  draft.mustRefuse = true
}

const deep: Change = (draft, dice) => {
  const levels = dice.one([50, 1_000, 20_000])
  const [open, close] = dice.one([
    ['[', ']'],
    ['{"a":', '}'],
  ])
  setBody(draft, `${open.repeat(levels)}1${close.repeat(levels)}`)
  draft.mustRefuse = true
}

const noJson: Change = (draft, dice) => {
  setBody(draft, dice.one(NO_JSON))
  draft.mustRefuse = true
}

const cut: Change = (draft, dice) => {
  const body = draft.body as Buffer
  draft.body = body.subarray(0, dice.upTo(body.length - 1))
}

/** Changes some bytes: mostly invalid JSON, or unexpected JSON. */
const flip: Change = (draft, dice) => {
  const body = Buffer.from(draft.body as Buffer)
  for (let count = 1 + dice.upTo(3); count > 0; count -= 1) {
    body[dice.upTo(body.length - 1)] = dice.upTo(255)
  }
  draft.body = body
}

const large: Change = (draft, dice) => {
  const size = dice.one([MIB - 1, MIB, MIB + 1, 2 * MIB])
  setBody(draft, JSON.stringify(draft.json).padEnd(size))
  draft.mustRefuse = size > MIB
}

const otherType: Change = (draft, dice) => {
  setHeader(draft, 'Content-Type', dice.one(BAD_TYPES))
  draft.mustRefuse = true
}

const otherEncoding: Change = (draft, dice) => {
  const encoding = dice.one(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'x', '__proto__'])
  draft.headers.push(`Content-Encoding: ${encoding}`)
  draft.mustRefuse = true
}

const parameterOfType: Change = (draft, dice) => {
  const parameter = dice.one(['charset=utf-8', 'charset="x"', 'charset=utf-16', 'a=b; c', '; ;'])
  setHeader(draft, 'Content-Type', `application/json; ${parameter}`)
}

const CHANGES: readonly (readonly [string, number, Change])[] = [
  ['nearly valid: another value', 6, replaceOne],
  ['nearly valid: one less', 3, removeOne],
  ['one more member', 2, addOne],
  ['a value that JavaScript cannot hold', 3, replaceByText],
  ['a member twice', 1, twice],
  ['deep JSON', 1, deep],
  ['no JSON', 2, noJson],
  ['cut short', 1, cut],
  ['bytes flipped', 2, flip],
  ['of a megabyte', 0.1, large],
  ['another type', 1, otherType],
  ['compressed', 0.5, otherEncoding],
  ['a parameter of the type', 0.5, parameterOfType],
]
const DRAWN = CHANGES.flatMap((change) => Array<typeof change>(change[1] * 10).fill(change))

/** Makes the body of a request hostile. */
export function changeBody(draft: Draft, operation: Operation, dice: Dice, made: Synthetic): void {
  const [kind, , change] = dice.one(DRAWN)
  change(draft, dice, made)
  draft.kind = kind
  draft.mustRefuse ||= !isAllowed(draft.body as Buffer, operation)
}

/** Whether the document allows this body, however it came about. */
function isAllowed(body: Buffer, { allows, bodyIsOptional }: Operation): boolean {
  if (body.length === 0) return bodyIsOptional
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return allows?.(JSON.parse(text)) === true
  } catch {
    return false
  }
}
