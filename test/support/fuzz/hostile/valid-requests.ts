import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { createGeneratorSync } from 'json-schema-faker'
import type { Dice } from '../../../model/dice.ts'
import {
  DOCUMENT,
  OPERATIONS,
  type Parameter,
  type PublishedOperation,
} from '../../contract/published-operations.ts'
import { type Draft, setHeader, setJson } from './draft.ts'
import type { Callers, Pool, RecordType } from './pool.ts'

export interface Operation extends Pick<PublishedOperation, 'operationId' | 'path' | 'method'> {
  readonly parameters: readonly Parameter[]
  readonly body: object | undefined
  readonly bodyIsOptional: boolean
  /** Whether JSON is a body that the document allows. */
  readonly allows: ValidateFunction | undefined
}

/** A mark in every text that is sent: it must not appear in logs or metrics. */
export const MARK = 'Marked-7c1e'

const TYPE_OF_MEMBER: Readonly<Record<string, RecordType>> = {
  fboAccountId: 'account',
  fromFboAccountId: 'account',
  toFboAccountId: 'account',
  inventoryItemId: 'item',
}
const TYPE_OF_COLLECTION: Readonly<Record<string, RecordType>> = {
  'fbo-accounts': 'account',
  'inventory-items': 'item',
  transfers: 'transfer',
  'outbound-shipments': 'shipment',
  'access-tokens': 'token',
}
const MARKED = /^(firstName|lastName|businessName|description|notes|owner|carrier|reason)$/

/** Makes requests that the OpenAPI document allows. */
export class ValidRequests {
  readonly operations: readonly Operation[]
  readonly #dice: Dice
  readonly #pool: Pool
  readonly #callers: Callers
  readonly #faker: ReturnType<typeof createGeneratorSync>

  constructor(means: { dice: Dice; pool: Pool; callers: Callers; seed: number }) {
    this.#dice = means.dice
    this.#pool = means.pool
    this.#callers = means.callers
    this.#faker = createGeneratorSync({ seed: means.seed, maxItems: 3, maxLength: 60 })
    this.operations = OPERATIONS.map(parsed)
  }

  next(): Draft {
    const dice = this.#dice
    const operation = dice.one(this.operations)
    const collection = operation.path.split('/')[2] as string
    const id = this.#pool.id(dice, TYPE_OF_COLLECTION[collection] ?? 'account')
    const draft: Draft = {
      operationId: operation.operationId,
      method: operation.method,
      target: `${operation.path.replace(/\{\w+\}/, id)}${this.#query(operation)}`,
      version: 'HTTP/1.1',
      headers: ['Host: vault', `Authorization: Bearer ${this.#token()}`],
      body: undefined,
      json: undefined,
      framed: false,
      alone: false,
      mustRefuse: false,
      kind: 'valid',
    }
    this.#addHeaders(draft, operation)
    if (operation.body !== undefined) {
      setHeader(draft, 'Content-Type', 'application/json')
      setJson(draft, this.#body(operation))
    }
    return draft
  }

  /** A value that the schema allows. */
  value(schema: object): unknown {
    // The generator fails if it drew none of the members of which one is required.
    for (let tries = 0; tries < 100; tries += 1) {
      try {
        return this.#faker.generate({ ...schema, components: DOCUMENT.components })
      } catch (error) {
        if (!(error as Error).message.includes('were not found')) throw error
      }
    }
    throw new Error(`no value for ${JSON.stringify(schema)}`)
  }

  #token(): string {
    if (this.#dice.chance(0.02)) return this.#callers.reader
    return this.#dice.one(this.#callers.good)
  }

  #query({ parameters }: Operation): string {
    const query = new URLSearchParams()
    for (const { name, in: place, schema } of parameters) {
      // A valid cursor cannot be invented; hostile requests invent invalid ones. A wait is long.
      const isLeftOut = ['asOf', 'cursor', 'wait'].includes(name)
      if (place !== 'query' || isLeftOut || !this.#dice.chance(0.3)) continue
      const recordType = TYPE_OF_MEMBER[name]
      const value =
        recordType === undefined ? this.value(schema) : this.#pool.id(this.#dice, recordType)
      query.set(name, name === 'page' ? `${1 + this.#dice.upTo(20)}` : `${value}`)
    }
    return query.size === 0 ? '' : `?${query}`
  }

  #addHeaders(draft: Draft, { parameters }: Operation): void {
    for (const { name, in: place } of parameters) {
      if (place !== 'header' || !this.#dice.chance(0.2)) continue
      // So few keys that different requests share some.
      const key = `${MARK}-${this.#dice.upTo(this.#dice.chance(0.5) ? 30 : 1_000_000)}`
      const tag = this.#dice.one(['*', '"1"', 'W/"2"', '"x", "1"'])
      setHeader(draft, name, name === 'Idempotency-Key' ? key : tag)
    }
  }

  #body(operation: Operation): unknown {
    const json = this.value(operation.body as object)
    const meant = this.#withMeaning(json, undefined)
    const whole = this.#pool.accountWithItems(this.#dice)
    if (whole === undefined || this.#dice.chance(0.1)) return meant
    const body = meant as Record<string, unknown>
    const { account, items } = whole
    if (operation.operationId === 'createTransfer') {
      const claimed = items.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
      Object.assign(body, { fromFboAccountId: account, items: claimed })
    }
    if (operation.operationId === 'createOutboundShipment') {
      const claimed = items.map((inventoryItemId) => ({ inventoryItemId }))
      Object.assign(body, { fboAccountId: account, items: claimed })
    }
    return body
  }

  /** The same with ids of records, marked texts, and values that keep later requests possible. */
  #withMeaning(json: unknown, member: string | undefined): unknown {
    if (Array.isArray(json)) return json.map((entry) => this.#withMeaning(entry, member))
    if (typeof json === 'object' && json !== null) {
      const entries = Object.entries(json).map(([name, value]) => [
        name,
        this.#withMeaning(value, name),
      ])
      return Object.fromEntries(entries)
    }
    const recordType = TYPE_OF_MEMBER[member ?? '']
    if (recordType !== undefined) return this.#pool.id(this.#dice, recordType)
    if (member === 'allowedAddresses') return this.#dice.one(['192.0.2.0/24', '::1', json])
    // An expired transfer is ended by the next request, even a refused one: expire after this test.
    if (member === 'transferExpirySeconds') return 86_400 + this.#dice.upTo(1_000)
    const isMarked = typeof json === 'string' && MARKED.test(member ?? '') && !REASONS.has(json)
    return isMarked ? `${MARK} ${json.slice(0, 40)}` : json
  }
}

/** The reason of a transfer item is one of few words; elsewhere a reason is any text. */
const REASONS = new Set(['request', 'trade', 'rebalance'])

function parsed(operation: PublishedOperation): Operation {
  const { operationId, path, method, parameters = [], requestBody } = operation
  const body = requestBody?.content['application/json']?.schema
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const { components } = DOCUMENT
  const allows = body === undefined ? undefined : ajv.compile({ ...body, components })
  const bodyIsOptional = requestBody?.required !== true
  return { operationId, path, method, parameters, body, bodyIsOptional, allows }
}
