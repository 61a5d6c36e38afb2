interface Written {
  readonly operation: string
  readonly test: string
}

const LAST = [
  'Break the rule once and watch the test fail.',
  'npm run generate && npm run format && npm run check && npm test',
  'README where a user meets it, CHANGELOG, docs/SPEC-CHOICES.md for what the specification leaves open.',
]

/** Work that the writer of an operation has left, by its kind, in this order. */
export const NEXT_STEPS: Readonly<
  Record<'change' | 'read' | 'list', (written: Written) => string[]>
> = {
  change: ({ operation, test }) => [
    `${operation}: description, permission, body, refusals in the order of their checks.`,
    'recordChange in place of change, where it changes members of a record that has a RecordType (ITEM in evidence.ts).',
    'Its lock: what it locks, in which order.',
    'Its judge: conditions on state, best as pure functions in a .rules.ts with a table test beside it.',
    'Its write, with the statement that writes, and its events; a new event type goes into src/domain/events.ts and console/src/events/event-types.ts.',
    'Its row in test/support/catalogue/states.ts: the body of a request that succeeds; mayBeThere goes once it writes.',
    'With If-Match, its name in test/contract/if-match.test.ts.',
    `${test}: whole responses, withoutWriting around each refusal; a .race.test.ts where two can meet.`,
    ...LAST,
  ],
  read: ({ operation, test }) => [
    `${operation}: description, permission, and the schema of the response, each member described.`,
    'The statement; an index that it needs is a migration, with a row in test/support/plans/planned-reads.ts.',
    `${test}: whole responses: every member filled, and every one that can be null null.`,
    ...LAST,
  ],
  list: ({ operation, test }) => [
    `${operation}: description, permission, filters. A list of a record: path, byId and recordTable of that record, whose id is $2.`,
    'Its pages: which rows, in which order; its row in test/support/plans/planned-lists.ts shows the index that carries it.',
    'Its row in the catalogue: how the list is filled, and a filter that leaves out nothing.',
    `${test}: each filter; paging and access are tested for every list.`,
    ...LAST,
  ],
}
