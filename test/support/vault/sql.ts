import type * as service from '../../../src/database/postgres/sql.ts'
import type { Parameter } from '../../../src/database/postgres/values.ts'

// Statements of tests as templates: ${} is a parameter or a part. The service has static texts.

type Rows = readonly (object | undefined)[]

// biome-ignore lint/suspicious/noExplicitAny: the members of a row are those that the text selects.
type AnyRow = Record<string, any>

interface Templates {
  /** A template is sent when it is waited for, or is part of another one. */
  <Result extends Rows = AnyRow[]>(
    strings: TemplateStringsArray,
    ...values: readonly (Parameter | Part | undefined)[]
  ): Statement<Result>
  /**
   * A name, or several with commas between them. An object, or a list of them, is the columns and
   * values of an INSERT; behind SET the new values of columns.
   */
  (names: string | readonly string[] | object | readonly object[]): Part
  /** Text as part of a template. */
  raw(text: string): Part
}

export type Statements = service.Statements & Templates
export type TransactionSql = service.TransactionSql & Templates

export interface Sql extends Omit<service.Sql, 'begin' | 'reserve'>, Templates {
  begin<T>(work: (tx: TransactionSql) => T | PromiseLike<T>, mode?: string): Promise<Awaited<T>>
  reserve(): Promise<TransactionSql & { release(): void }>
}

/** The same connections, with templates. */
export function withTemplates(sql: service.Sql): Sql {
  return templatesOf({
    ...sql,
    begin: (work: (tx: TransactionSql) => unknown, mode?: string) =>
      sql.begin((tx) => work(templatesOf(tx)), mode),
    reserve: async () => templatesOf(await sql.reserve()),
  }) as unknown as Sql
}

/** Templates that are sent by `query`. */
export function templatesOf<Own extends service.Statements>(own: Own): Own & Templates {
  const send: Send = (text, parameters) => own.query(text, parameters)
  const tag = (first: TemplateStringsArray | string | object, ...values: unknown[]) =>
    typeof first === 'object' && 'raw' in first
      ? new Statement(send, first as TemplateStringsArray, values)
      : new Columns(first)
  return Object.assign(tag, own, { raw: (text: string) => new Raw(text) }) as never
}

type Send = (text: string, parameters: readonly unknown[]) => Promise<Rows>

/** Anything in a template that is no parameter. */
abstract class Part {
  /** Adds its parameters, and returns its text. */
  abstract textWith(parameters: unknown[], before: string): string
}

class Raw extends Part {
  readonly #text: string

  constructor(text: string) {
    super()
    this.#text = text
  }

  textWith(): string {
    return this.#text
  }
}

class Columns extends Part {
  readonly #given: string | object

  constructor(given: string | object) {
    super()
    this.#given = given
  }

  textWith(parameters: unknown[], before: string): string {
    const given = this.#given
    if (typeof given === 'string') return quoted(given)
    const rows = (Array.isArray(given) ? given : [given]) as (string | Record<string, unknown>)[]
    const [first = {}] = rows
    if (typeof first === 'string') return rows.map((name) => column(name as string)).join(', ')
    const place = (value: unknown) => `$${parameters.push(value)}`
    const names = Object.keys(first)
    if (/\bset\s*$/i.test(before)) {
      return names.map((name) => `${column(name)} = ${place(first[name])}`).join(', ')
    }
    const values = rows.map((row) => {
      return `(${names.map((name) => place((row as Record<string, unknown>)[name])).join(', ')})`
    })
    return `(${names.map(column).join(', ')}) values ${values.join(', ')}`
  }
}

function column(name: string): string {
  return quoted(toSnake(name))
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`
}

/** A template, sent at the first `then`. */
export class Statement<Result extends Rows> extends Part implements Promise<Result> {
  readonly [Symbol.toStringTag] = 'Statement'
  readonly #send: Send
  readonly #strings: readonly string[]
  readonly #values: readonly unknown[]
  #sent: Promise<Result> | undefined

  constructor(send: Send, strings: readonly string[], values: readonly unknown[]) {
    super()
    this.#send = send
    this.#strings = strings
    this.#values = values
  }

  textWith(parameters: unknown[]): string {
    return this.#strings.reduce((text, string, index) => {
      const value = this.#values[index - 1]
      const inserted =
        value instanceof Part ? value.textWith(parameters, text) : `$${parameters.push(value)}`
      return text + inserted + string
    })
  }

  // biome-ignore lint/suspicious/noThenProperty: a template may become part of another one instead.
  then<A = Result, B = never>(
    resolved?: ((rows: Result) => A | PromiseLike<A>) | null,
    rejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run().then(resolved, rejected)
  }

  catch<B>(rejected: (error: unknown) => B | PromiseLike<B>): Promise<Result | B> {
    return this.#run().catch(rejected)
  }

  finally(settled: () => void): Promise<Result> {
    return this.#run().finally(settled)
  }

  async #run(): Promise<Result> {
    this.#sent ??= (async () => {
      const parameters: unknown[] = []
      const text = this.textWith(parameters)
      return (await this.#send(text, parameters)) as unknown as Result
    })()
    return await this.#sent
  }
}

export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
