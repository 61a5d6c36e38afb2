import type { Static, TObject } from 'typebox'
import { snakeCase } from '../../domain/text.ts'
import { instantOrNull } from '../postgres/instant-text.ts'
import type { BatchedRead } from './batched-read.ts'

export interface FoundRecord<Fields> {
  readonly record: Fields
  readonly version: number
}

/**
 * Reads records with versions as they are published: with the fields of their schema, of which `id`
 * is the first. An instant is read as text; one that is published as a number is not.
 * @param expressions of the fields that are no column of their own name
 */
export function recordRead<Schema extends TObject>(
  name: string,
  table: string,
  { properties }: Schema,
  expressions: Readonly<Record<string, string>> = {},
): BatchedRead<FoundRecord<Static<Schema>>> {
  const fields = Object.entries(properties).map(([field, schema]) => {
    return { field, isInstant: 'format' in schema && schema.format === 'date-time' }
  })
  const columns = fields.map(({ field, isInstant }) => {
    const column = expressions[field] ?? snakeCase(field)
    return isInstant ? `${column}::text` : column
  })
  const select = `
    select ${columns.join(', ')}, version
    from ${table}
    where organization_id = $1`
  return {
    name,
    one: `${select} and id = $2`,
    many: `${select} and id = any($2::text[])`,
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
