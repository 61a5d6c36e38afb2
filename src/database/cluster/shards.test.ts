import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Shard } from './shards.ts'

const SHARD = new Shard(
  '7',
  new Map([
    ['events', '11'],
    ['people', '12'],
  ]),
)

const CASES: readonly (readonly [text: string, onNode: string])[] = [
  ['select from events where id = $1', 'select from events_11 as events where id = $1'],
  [
    'from people as person\njoin events on true',
    'from people_12 as person\njoin events_11 as events on true',
  ],
  ['insert into events (id)', 'insert into events_11 as events (id)'],
  ['update people set name = $2', 'update people_12 as people set name = $2'],
  ['delete from events using people', 'delete from events_11 as events using people_12 as people'],
  ['select events.id from events', 'select events.id from events_11 as events'],
  ["select 'people' as events from unnest($1::text[]) as people", ''],
  ['on conflict do update set events = 1', ''],
  ['for no key update of events', ''],
  ['from access_token_organizations', ''],
]

for (const [text, onNode] of CASES) {
  test(`On its node: ${text}`, () => assert.equal(SHARD.textOf(text), onNode || text))
}
