import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { loadModule, parseSync } from 'libpg-query'
import { reportOn } from '../support/schema/seen-statements.ts'
import { type StatementFacts, statementViolations } from '../support/schema/statement-violations.ts'

const FACTS: StatementFacts = {
  columns: { organizations: 'id', items: 'organization_id', moves: 'organization_id' },
  readers: ['current_policy'],
  variables: ['organization', 'new'],
}

const UNBOUND =
  '% is used without organization_id = $n: write it in the same WHERE or ON, with the parameter that ' +
  'all tables have.'
const SELECTED =
  "Rows of items are selected without organization_id as a column of a vault's table: take it from " +
  'one that is bound by the parameter, such as organizations.'
const LOCKED =
  'Rows are locked in a query that reads more than tables: lock tables, join afterwards.'
const BOUND = 'organization_id = $1'

const BAD: readonly (readonly [text: string, ...violations: string[]])[] = [
  // The organization, at each table and once.
  ['select from items where id = $1', UNBOUND.replace('%', 'items')],
  ['select from items where organization_id = any($1)', UNBOUND.replace('%', 'items')],
  [`select from items where ${BOUND} or id = $2`, UNBOUND.replace('%', 'items')],
  ["select from items where organization_id = 'org_1'", UNBOUND.replace('%', 'items')],
  [
    'select from organizations where name = $1',
    UNBOUND.replace('%', 'organizations').replace('organization_id =', 'id ='),
  ],
  [
    `select from items as item join moves as move on move.item_id = item.id where item.${BOUND}`,
    UNBOUND.replace('%', 'moves'),
  ],
  [
    `select from items as item left join moves as move on item.${BOUND} and move.${BOUND}`,
    UNBOUND.replace('%', 'items'),
  ],
  [
    `select from items where ${BOUND} and id in (select id from moves)`,
    UNBOUND.replace('%', 'moves'),
  ],
  [`with a as (select from moves) select from items where ${BOUND}`, UNBOUND.replace('%', 'moves')],
  [`(select from items where ${BOUND}) union all select from moves`, UNBOUND.replace('%', 'moves')],
  ['update items set name = $2 where id = $1', UNBOUND.replace('%', 'items')],
  ['delete from items where id = $1', UNBOUND.replace('%', 'items')],
  [
    `select from items where ${BOUND} and exists (select from moves where organization_id = $2)`,
    'The organization comes as each of $1, $2: write one of them at all tables.',
  ],
  [
    "insert into items (organization_id, id) values ($1, $2), ('org_1', $3)",
    'A row of items gets organization_id from no parameter: put $n in its place.',
  ],
  [
    'insert into items values ($1)',
    'Rows of items are inserted without organization_id: name the columns.',
  ],
  ['insert into items (organization_id) select $1', SELECTED],
  ['insert into items (organization_id) select o from unnest($1::text[]) as o', SELECTED],
  [`insert into items (organization_id) select $1 from moves where ${BOUND}`, SELECTED],
  // Locks.
  [`select from items, unnest($2::text[]) as id where ${BOUND} for no key update`, LOCKED],
  [`with a as (select 1) select from items, a where ${BOUND} for share of items`, LOCKED],
  [`select from (select from items where ${BOUND}) as item for update`, LOCKED],
  // An INSERT in a CTE.
  [
    'with a as (insert into items (organization_id) values ($1) returning id) select from a',
    'An INSERT stands in a CTE: make it a statement of its own in the same transaction.',
  ],
  // Functions that read tables.
  [
    'select current_policy($1)',
    'The function current_policy reads tables: write its text into the statement.',
  ],
]

const GOOD: readonly string[] = [
  'select from pg_class for update',
  `select from items where ${BOUND}`,
  'select from organizations where $1::text = id for no key update',
  `select from items as item join moves as move on move.${BOUND} where item.${BOUND}`,
  `select from items as item left join moves as move on move.${BOUND} where item.${BOUND} for share`,
  `with a as (select id from items where ${BOUND}) select from a`,
  `with items as (select 1) select from items`,
  `select random(), a.* from unnest($2::text[]) as a
     cross join lateral (select from items where ${BOUND} and id = a limit 1) as b`,
  'insert into items (id, organization_id) values ($2, $1), ($3, $1) on conflict do nothing',
  `insert into items (organization_id, at) select organization_id, now() from moves where ${BOUND}`,
  `insert into items (organization_id)
     select vault.organization_id
     from (select id as organization_id from organizations where id = $1) as vault, unnest($2) as a`,
  `with gone as (select organization_id from moves where ${BOUND})
     insert into items (organization_id) select organization_id from gone`,
  'select from items where organization_id = organization',
  'insert into items (organization_id) values (new.organization_id)',
]

before(() => loadModule())

for (const [text, ...violations] of BAD) {
  test(`Invalid: ${text.slice(0, 80)}`, () => {
    assert.deepEqual(statementViolations(parseSync(text), FACTS), violations)
  })
}

for (const text of GOOD) {
  test(`Good: ${text.slice(0, 80)}`, () => {
    assert.deepEqual(statementViolations(parseSync(text), FACTS), [])
  })
}

test('The report names the statement, the remedy, and exceptions that a full run did not need', async () => {
  const texts = [
    'no statement',
    'select from items',
    'select from moves',
    `select from items where ${BOUND}`,
  ]
  const exceptions = [
    { why: 'all moves', statement: /from moves/ },
    { why: 'gone', statement: /from gone/ },
  ]
  const violation = `- ${UNBOUND.replace('%', 'items')}\nselect from items`
  assert.deepEqual(await reportOn(texts, FACTS, { isWhole: false, exceptions }), [violation])
  assert.deepEqual(await reportOn(texts, FACTS, { isWhole: true, exceptions }), [
    violation,
    '- Only 4 statements were seen: mend `collect-statements.js`.',
    '- No statement needs the exception "gone": delete it.',
  ])
})
