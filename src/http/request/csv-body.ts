import type { TSchema } from 'typebox'
import { Refusal, type Violation } from '../../domain/errors.ts'
import { lossOf, notCents } from '../../runtime/csv/codes.ts'
import { listedViolations } from '../../runtime/csv/file-violations.ts'
import { type FileEntries, readEntries } from '../../runtime/csv/read-entries.ts'

/** A body that may also come as a CSV file: a row for each entry of its list. */
export interface CsvRows {
  /** The member that is the list; the columns are the members of its entries. */
  readonly list: string
  /** The name of the rows in sentences. */
  readonly plural: string
  readonly description: string
  readonly example: string
}

/** A file that came instead of JSON. */
interface CsvFile extends FileEntries {
  readonly rows: CsvRows
}

interface Members {
  readonly properties: Readonly<
    Record<string, { readonly items?: TSchema; readonly maxItems?: number }>
  >
}

/** @returns the body that the file stands for; the other members come from the query */
export async function readCsvBody(
  bytes: Buffer,
  { rows, body }: { readonly rows: CsvRows; readonly body: TSchema },
  query: Readonly<Record<string, unknown>>,
): Promise<{ file: CsvFile; body: object }> {
  const { properties } = body as unknown as Members
  const { items, maxItems: max = 0 } = properties[rows.list] ?? {}
  const names = Object.keys((items as unknown as Members).properties)
  const file = await readEntries(bytes, { names, plural: rows.plural, max })
  const others = Object.keys(properties).filter((name) => query[name] !== undefined)
  const members = Object.fromEntries(others.map((name) => [name, query[name]]))
  return { file: { ...file, rows }, body: { ...members, [rows.list]: file.entries } }
}

/** The violations of the file, and those of the body that it stands for, in the file's order. */
export function fileViolations(file: CsvFile, ofBody: readonly Violation[]): Violation[] {
  const whole = `/${file.rows.list}`
  const isUnread = file.violations.total > 0 && file.entries.length === 0
  const found = ofBody.flatMap((violation) => {
    const { pointer, code } = violation
    if (isUnread && pointer === whole) return []
    if (pointer === whole || pointer.startsWith(`${whole}/`)) return [inFile(violation, file)]
    // Other violations of a parameter were found in the query.
    if (code !== 'required') return []
    const name = pointer.slice(1)
    const detail = `${name} is missing: send it as a parameter of the query, ?${name}=.`
    return [{ pointer, in: 'query', code: 'invalid_parameter', detail } as const]
  })
  const lineOf = ({ pointer }: Violation) => Number(pointer.split('/')[1]) || 0
  return [...listedViolations(file.violations.violations), ...found].sort(
    (a, b) => lineOf(a) - lineOf(b),
  )
}

/** The error; a refusal of a file has lines and columns for its pointers into the list. */
export function refusalInFile(error: unknown, file: CsvFile | null): unknown {
  if (file === null || !(error instanceof Refusal)) return error
  const { code, message, violations, violationsTotal, members, headers, cause } = error
  const placed = violations.map((violation) => inFile(violation, file))
  const detail = message
  return new Refusal(code, { detail, violations: placed, violationsTotal, members, headers, cause })
}

function inFile(violation: Violation, { rows, lines, entries }: CsvFile): Violation {
  const [, list, index, ...member] = violation.pointer.split('/')
  if (list !== rows.list || violation.in !== undefined) return violation
  if (index === undefined) {
    return { ...violation, pointer: '/1', detail: violation.detail.replace(list, 'The file') }
  }
  const place = [lines[Number(index)], ...member].join('/')
  const [name = ''] = member
  const cell = entries[Number(index)]?.[name]
  // JSON speaks of formats and quotes.
  const words = cell && (lossOf(cell, name)?.detail ?? (/Cents$/.test(name) && notCents()))
  const detail = words ? `${name} ${words}` : violation.detail.replace(`${list}.${index}.`, '')
  return { ...violation, pointer: `/${place}`, detail }
}

/** Parameters that are for files alone, of a request with a JSON body. */
export function parametersOfFiles(
  body: TSchema,
  query: Readonly<Record<string, unknown>>,
): Violation[] {
  const names = Object.keys((body as unknown as Members).properties)
  return names
    .filter((name) => query[name] !== undefined)
    .map((name) => {
      const detail = `${name} is a parameter for CSV files alone: send it in the JSON body.`
      return { pointer: `/${name}`, in: 'query', code: 'invalid_parameter', detail }
    })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where the body is JSON. */
    csvFile: CsvFile | null
  }
}
