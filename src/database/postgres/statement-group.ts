import type { Connection, Submittable } from 'pg'
import { serialize } from 'pg-protocol'
import { PostgresError } from './postgres-errors.ts'
import { parserOf, toCamel } from './values.ts'

/** Form of a row: with names in camel case, or a list of values. */
type Form = 'objects' | 'values'

/** A statement that PostgreSQL knows by its name on this connection, or is about to. */
interface Prepared {
  readonly name: string
  readonly types: number[]
  /** In doubt where its first execution failed: its name may be taken, or not. */
  status: 'new' | 'sent' | 'known' | 'in doubt'
  /** Set before its first row. */
  columns: readonly Column[]
}

interface Column {
  readonly name: string
  readonly parse: ReturnType<typeof parserOf>
}

/** A statement that was sent, and the handlers of its rows or its failure. */
export interface SentStatement {
  readonly text: string
  /** Its parameters; null for text that may be several statements. */
  readonly given: readonly unknown[] | null
  readonly values: (string | null)[]
  readonly form: Form
  rows: unknown[]
  readonly isSecondTry: boolean
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: unknown) => void
}

/** The connection, as its group needs it. */
interface Host {
  /** @returns the driver's error as the service tells them apart */
  errorOf(reported: unknown): unknown
  prepare(text: string, given: readonly unknown[]): Prepared
  /** @returns the statements to send again */
  failed(group: readonly SentStatement[], place: number, error: PostgresError): SentStatement[]
  /** Called at the end of the response, with the statements to send again. */
  ended(again: readonly SentStatement[]): void
}

/**
 * Statements that go to PostgreSQL in one packet, with one Sync. The driver hands on the messages
 * of the response.
 */
export class StatementGroup implements Submittable {
  readonly #statements: readonly SentStatement[]
  readonly #prepared: Prepared[] = []
  readonly #host: Host
  /** Index of the statement whose response is next. */
  #place = 0
  /** The reason why a row of it cannot be read. */
  #unreadable: { readonly error: unknown } | undefined

  constructor(statements: readonly SentStatement[], host: Host) {
    this.#statements = statements
    this.#host = host
  }

  get size(): number {
    return this.#statements.length
  }

  submit({ stream }: Connection): void {
    const packet: Buffer[] = []
    for (const { text, given, values } of this.#statements) {
      if (given === null) {
        // It brings its own Sync, and is not prepared.
        this.#prepared.push({ name: '', types: [], status: 'new', columns: [] })
        stream.write(serialize.query(text))
        return
      }
      const prepared = this.#host.prepare(text, given)
      const { name, types } = prepared
      this.#prepared.push(prepared)
      if (prepared.status === 'in doubt') packet.push(serialize.close({ type: 'S', name }))
      if (prepared.status === 'in doubt' || prepared.status === 'new') {
        prepared.status = 'sent'
        packet.push(serialize.parse({ name, text, types }), serialize.describe({ type: 'S', name }))
      }
      packet.push(serialize.bind({ statement: name, values }), serialize.execute())
    }
    packet.push(serialize.sync())
    stream.write(Buffer.concat(packet))
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => {
      return { name: toCamel(name), parse: parserOf(dataTypeID) }
    })
    const statement = this.#statements[this.#place] as SentStatement
    // A text of several statements returns the rows of the last.
    if (statement.given === null) statement.rows = []
    ;(this.#prepared[this.#place] as Prepared).columns = columns
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    const statement = this.#statements[this.#place] as SentStatement
    const { columns } = this.#prepared[this.#place] as Prepared
    try {
      statement.rows.push(
        statement.form === 'values' ? valuesOf(fields, columns) : objectOf(fields, columns),
      )
    } catch (error) {
      this.#unreadable ??= { error }
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#statements[this.#place] as SentStatement
    // Text ends with its last statement.
    if (statement.given === null) return
    const prepared = this.#prepared[this.#place] as Prepared
    prepared.status = 'known'
    if (statement.text === 'commit') statement.rows.push({ command: text })
    this.#place += 1
    if (this.#unreadable === undefined) return
    // PostgreSQL goes on behind it, and nobody gets its rows.
    const { error } = this.#unreadable
    this.#unreadable = undefined
    statement.reject(error)
  }

  handleEmptyQuery(): void {
    if ((this.#statements[this.#place] as SentStatement).given !== null) this.#place += 1
  }

  handleReadyForQuery(): void {
    this.#host.ended([])
    if (this.#unreadable !== undefined) this.#statements[0]?.reject(this.#unreadable.error)
    for (const { resolve, rows } of this.#statements) resolve(rows)
  }

  /** The driver calls it at most once, and then nothing more. */
  handleError(reported: unknown): void {
    const error = this.#host.errorOf(reported)
    const isReported = error instanceof PostgresError
    // The commit at the end of a group may fail, behind its last statement.
    // A COMMIT that was answered is made, whatever follows.
    const isMade =
      this.#place === this.#statements.length && this.#statements.at(-1)?.text === 'commit'
    const place = isMade ? this.#place : Math.min(this.#place, this.#statements.length - 1)
    const again = isReported ? this.#host.failed(this.#statements, place, error) : []
    const isAgain = new Set(again.map(({ resolve }) => resolve))
    this.#statements.forEach(({ resolve, reject, rows }, index) => {
      if (isAgain.has(resolve)) return
      if (index < place) resolve(rows)
      else reject(error)
    })
    this.#host.ended(again)
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse({ stream }: Connection): void {
    stream.write(serialize.copyFail('rows are copied as a stream'))
  }

  handleCopyData(): void {}
}

function valuesOf(fields: unknown[], columns: readonly Column[]): unknown[] {
  for (let place = 0; place < columns.length; place += 1) {
    const { parse } = columns[place] as Column
    const text = fields[place]
    if (parse !== undefined && text !== null) fields[place] = parse(text as string)
  }
  return fields
}

function objectOf(fields: unknown[], columns: readonly Column[]): object {
  const row: Record<string, unknown> = {}
  for (let place = 0; place < columns.length; place += 1) {
    const { name, parse } = columns[place] as Column
    const text = fields[place]
    row[name] = parse === undefined || text === null ? text : parse(text as string)
  }
  return row
}
