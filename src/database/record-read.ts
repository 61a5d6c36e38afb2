import type { Static, TObject } from 'typebox'
import { snakeCase } from '../domain/text.ts'
import { instantOrNull } from './postgres/values.ts'

/** Reads one kind of record by id. */
export interface RecordRead<Found> {
  /**
   * Static: it is prepared once for each connection. `$1` is the organization, `$2` the id. Without
   * an organization, `$1` is the id.
   */
  readonly text: string
  /** Makes a record of a row's values. */
  readonly toRecord: (values: readonly unknown[]) => Found
}

export interface FoundRecord<Fields> {
  readonly record: Fields
  readonly version: number
}

/**
 * Reads records with versions as they are published, with the fields of their schema. An instant is
 * read as text; one that is published as a number is not.
 * @param expressions of the fields that are no column of their own name
 */
export function recordRead<Schema extends TObject>(
  table: string,
  { properties }: Schema,
  expressions: Readonly<Record<string, string>> = {},
): RecordRead<FoundRecord<Static<Schema>>> {
  const fields = Object.entries(properties).map(([field, schema]) => {
    return { field, isInstant: 'format' in schema && schema.format === 'date-time' }
  })
  const columns = fields.map(({ field, isInstant }) => {
    const column = expressions[field] ?? snakeCase(field)
    return isInstant ? `${column}::text` : column
  })
  return {
    text: `
      select ${columns.join(', ')}, version
      from ${table}
      where organization_id = $1 and id = $2`,
    toRecord: (values) => {
      const record: Record<string, unknown> = {}
      for (const [place, { field, isInstant }] of fields.entries()) {
        const value = values[place]
        if (isInstant) record[field] = instantOrNull(value as string | null)
        else record[field] = value instanceof Date ? value.getTime() : value
      }
      return { record: record as Static<Schema>, version: values[fields.length] as number }
    },
  }
}
