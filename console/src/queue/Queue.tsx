import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { money } from '../display/amounts.ts'
import { counted, words } from '../display/format.ts'
import { EmptyState, Loading, Page } from '../display/Page.tsx'
import { AppLink } from '../display/RecordLink.tsx'
import { type Column, listOf, RecordTable } from '../display/RecordTable.tsx'
import { useKey } from '../shell/keys.ts'
import { DecideDialog, type Entry, sumOf } from './DecideDialog.tsx'
import { Risks, type Row, rowsOf, VERBS, type Verb } from './queue-rows.tsx'
import { useWaiting } from './waiting.ts'

export function QueuePage() {
  return (
    <Page title="Waiting">
      <Queue />
    </Page>
  )
}

/** Everything that waits, to be decided from its row: `a` and `r` decide. */
export function Queue({ top = Number.POSITIVE_INFINITY }: { readonly top?: number }) {
  const waiting = useWaiting()
  const { rows, longer } = rowsOf(waiting)
  const table = useRef<HTMLDivElement>(null)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [dialog, setDialog] = useState<{ verb: Verb; entries: readonly Entry[]; at: number }>()
  const shown = rows.slice(0, top)
  const chosen = shown.filter(({ id }) => ticked.includes(id))
  const decide = (verb: Verb, only?: Row) => {
    const focused = document.activeElement?.closest<HTMLTableRowElement>('tbody tr')
    const at = only ? shown.indexOf(only) : (focused?.sectionRowIndex ?? 0)
    const wanted = only ? [only] : chosen.length > 0 ? chosen : shown.slice(at, at + 1)
    const entries = wanted.filter((row): row is Entry => row.verbs?.includes(verb) === true)
    if (entries.length > 0) setDialog({ verb, entries, at })
  }
  useKey('approve', () => decide('approve'))
  useKey('reject', () => decide('reject'))
  const close = (decided: readonly Entry[]) => {
    flushSync(() => {
      setTicked(ticked.filter((id) => decided.every((one) => one.id !== id)))
      setDialog(undefined)
    })
    const left = [...(table.current?.querySelectorAll('tbody tr') ?? [])]
    const next = left[dialog?.at ?? 0] ?? left.at(-1)
    next?.querySelector('a')?.focus()
    if (dialog !== undefined && decided.length > 0) say(dialog.verb, decided)
  }
  if (waiting.figures === undefined) return <Loading />
  const empty = (
    <EmptyState title="Nothing waits for you">New records appear here by themselves.</EmptyState>
  )
  return (
    <Stack gap="xs" ref={table}>
      {chosen.length > 0 && decisions(VERBS, decide, ` ${chosen.length} ticked`)}
      <RecordTable
        label="Waiting"
        list={listOf(shown)}
        columns={[
          ...COLUMNS,
          { header: 'Decision', cell: (row) => decisions(row.verbs, (verb) => decide(verb, row)) },
        ]}
        ticks={{
          ids: new Set(ticked),
          nameOf: ({ id }) => id,
          mayTick: ({ verbs = [] }) => verbs.length > 0,
          set: setTicked,
        }}
        empty={empty}
      />
      {rows.length <= top &&
        longer.map(({ kind, why, records, count, to, search }) => (
          <AppLink key={why + kind} to={to} search={search as never}>
            {why}: {records.length} of {count.toLocaleString()} {kind}s are shown. Show all
          </AppLink>
        ))}
      {dialog !== undefined && <DecideDialog {...dialog} close={close} />}
    </Stack>
  )
}

/** Says what was done, with the sum, and where it is. */
function say(verb: Verb, decided: readonly Entry[]): void {
  const [first, ...others] = decided
  const kinds = [...new Set(decided.map(({ kind }) => kind))]
  notifications.show({
    color: 'teal',
    title: verb === 'approve' ? 'Approved' : 'Rejected',
    message: (
      <>
        {counted('record', decided.length)}, {money(sumOf(decided))}:{' '}
        {others.length === 0
          ? first?.title
          : kinds.map((kind) => (
              <AppLink key={kind} to={`/${kind}s`} mr="xs">
                {words(`${kind}s`)}
              </AppLink>
            ))}
      </>
    ),
  })
}

const COLUMNS: readonly Column<Row>[] = [
  {
    header: 'Record',
    cell: ({ title, cents, about, risks }) => (
      <div style={{ overflowWrap: 'anywhere' }}>
        {title}
        <Text size="xs" component="div">
          {cents && <b>{money(cents)} · </b>}
          {about}
        </Text>
        <Risks of={risks} />
      </div>
    ),
  },
  {
    header: 'Why',
    cell: ({ why }) => (
      <Badge variant="default" tt="none">
        {why}
      </Badge>
    ),
  },
]

/** The buttons that decide a row, or the ticked ones. */
const decisions = (verbs: Row['verbs'], decide: (verb: Verb) => void, of = '') => (
  <Group gap="xs">
    {verbs?.map((verb) => (
      <Button
        key={verb}
        size="xs"
        variant={verb === 'approve' ? 'filled' : 'default'}
        onClick={() => decide(verb)}
      >
        {words(verb)}
        {of}
      </Button>
    ))}
  </Group>
)
