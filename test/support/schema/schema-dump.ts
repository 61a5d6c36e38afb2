import type { Sql } from '../vault/sql.ts'

interface Column {
  readonly name: string
  readonly type: string
  readonly collation: string | null
  readonly required: boolean
  readonly default: string | null
}

/**
 * The schema as PostgreSQL knows it, in SQL, from its catalogue. The text is the same from version
 * 15 on: constraints of the kind "not null", which only PostgreSQL 18 lists, stand with their
 * columns, and references that are not enforced, which only 18 knows, are left out.
 */
export async function dumpSchema(sql: Sql): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    order by relname`
  const parts = [await extensionsText(sql)]
  for (const { name } of tables) parts.push(await tableText(sql, name))
  parts.push(...(await functionTexts(sql)), ...(await triggerTexts(sql)))
  return `${parts.join('\n\n')}\n`
}

async function tableText(sql: Sql, table: string): Promise<string> {
  const columns = await sql<Column[]>`
    select attname as name, format_type(atttypid, atttypmod) as type,
      case when attcollation <> typcollation then collname end as collation,
      attnotnull as required, pg_get_expr(adbin, adrelid) as default
    from pg_attribute
    join pg_type on pg_type.oid = atttypid
    left join pg_collation on pg_collation.oid = attcollation
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by attnum`
  const constraints = await sql<{ name: string; definition: string }[]>`
    select conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where conrelid = ${table}::regclass and contype in ('p', 'u', 'c', 'f', 'x')
      and pg_get_constraintdef(oid) not like '% NOT ENFORCED'
    order by position(contype in 'pufcx'), conname`
  const indexes = await sql<{ definition: string }[]>`
    select pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    order by relname`
  const lines = [
    ...columns.map(columnText),
    ...constraints.map(({ name, definition }) => `constraint ${name} ${definition}`),
  ]
  const body = lines.map((line) => `  ${line}`).join(',\n')
  const statements = indexes.map(({ definition }) => `${definition};`)
  return [`create table ${table} (\n${body}\n);`, ...statements].join('\n')
}

function columnText(column: Column): string {
  const { name, type, collation, required } = column
  return [
    `${name} ${type}`,
    ...(collation === null ? [] : [`collate "${collation}"`]),
    ...(column.default === null ? [] : [`default ${column.default}`]),
    ...(required ? ['not null'] : []),
  ].join(' ')
}

async function extensionsText(sql: Sql): Promise<string> {
  const extensions = await sql<{ name: string }[]>`
    select quote_ident(extname) as name from pg_extension where extname <> 'plpgsql'
    order by extname`
  return extensions.map(({ name }) => `create extension ${name};`).join('\n')
}

async function functionTexts(sql: Sql): Promise<string[]> {
  const functions = await sql<{ definition: string }[]>`
    select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
      and not exists (
        select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid
          and deptype = 'e')
    order by proname, pg_get_function_identity_arguments(oid)`
  return functions.map(({ definition }) => `${definition.trimEnd()};`)
}

async function triggerTexts(sql: Sql): Promise<string[]> {
  const triggers = await sql<{ definition: string }[]>`
    select pg_get_triggerdef(pg_trigger.oid) as definition
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal
    order by relname, tgname`
  return triggers.map(({ definition }) => `${definition};`)
}
