import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'
import { nodesOf } from '../support/schema/query-levels.ts'
import { statementFacts } from '../support/schema/seen-statements.ts'
import { statementViolations } from '../support/schema/statement-violations.ts'
import { freshDatabase } from '../support/vault/vault.ts'

// Clients do not send the statements of functions and triggers (`seen-statements.ts`).

const { sql } = await freshDatabase()
await loadModule()

test('Statements in database functions obey the rules of distributed tables', async () => {
  const facts = await statementFacts(sql)
  const functions = await sql<{ name: string; text: string }[]>`
    select proname as name, pg_get_functiondef(pg_proc.oid) as text
    from pg_proc
    join pg_language on pg_language.oid = prolang
    where pronamespace = 'public'::regnamespace and lanname = 'plpgsql'`
  const invalid: string[] = []
  let judged = 0
  for (const { name, text } of functions) {
    const { statements, variables } = partsOf(text)
    judged += statements.length
    for (const statement of statements) {
      const violations = statementViolations(parseSync(statement), { ...facts, variables })
      if (violations.length > 0) invalid.push(`${name}: ${violations.join(' ')}\n${statement}`)
    }
  }
  assert.deepEqual(invalid, [])
  assert.ok(judged >= 8, `${judged} statements were judged`)
})

test('A trigger function whose statement would go to all nodes is detected', async () => {
  const facts = await statementFacts(sql)
  const { statements, variables } = partsOf(`
    create function note() returns trigger language plpgsql as $$
    begin
      if exists (select from inventory_items where id = new.id) then return new; end if;
      delete from inventory_items where organization_id = new.organization_id and id = old.id;
      return null;
    end $$`)
  const judged = statements.map((statement) =>
    statementViolations(parseSync(statement), { ...facts, variables }),
  )
  const used = /^inventory_items is used without organization_id = \$n: /
  const violations = judged.flat()
  assert.equal(violations.length, 1)
  assert.match(violations[0] as string, used)
  assert.ok(judged.length >= 2)
})

/** The statements of a function, and the names of its variables. */
function partsOf(text: string): { statements: string[]; variables: string[] } {
  const statements: string[] = []
  const variables: string[] = []
  for (const [kind, node] of nodesOf(parsePlPgSQLSync(text))) {
    if (kind === 'refname') variables.push(node)
    if (kind !== 'PLpgSQL_expr') continue
    // Expressions and assignments are parsed as a SELECT; the mode marks a whole statement.
    const { query, parseMode = 0 } = node
    const expression = query.replace(/^[\w.]+(\[[^\]]*\])?\s*:?=\s/, '')
    statements.push(parseMode === 0 ? query : `select ${expression}`)
  }
  return { statements, variables }
}
