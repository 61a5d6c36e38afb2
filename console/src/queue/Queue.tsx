import { Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { money } from '../display/amounts.ts'
import { EmptyState, Page } from '../display/Page.tsx'
import { AppLink } from '../display/RecordLink.tsx'
import { useKey, useRowKeys } from '../shell/keys.ts'
import { DecideDialog, type Entry, type Verb } from './DecideDialog.tsx'
import { type Row, rowsOf } from './queue-rows.tsx'
import { useWaiting } from './waiting.ts'

export function QueuePage() {
  return (
    <Page title="Waiting">
      <Queue />
    </Page>
  )
}

/** Everything that waits, to be decided from its row. `j` and `k` move, `a` and `r` decide. */
export function Queue({ top = Number.POSITIVE_INFINITY }: { readonly top?: number }) {
  const { rows, longer, hide, isLoaded } = useRows()
  const list = useRowKeys<HTMLDivElement>()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [dialog, setDialog] = useState<{ verb: Verb; entries: readonly Entry[]; at: number }>()
  const shown = rows.slice(0, top)
  const focused = () =>
    [...(list.current?.children ?? [])].findIndex((row) => row.contains(document.activeElement))
  const decide = (verb: Verb, only?: Row) => {
    const at = Math.max(0, only === undefined ? focused() : shown.indexOf(only))
    const chosen = shown.filter(({ id }) => ticked.includes(id))
    const wanted = only ? [only] : chosen.length > 0 ? chosen : shown.slice(at, at + 1)
    const entries = wanted.filter((row): row is Row & Entry => isDecidable(row, verb))
    if (entries.length > 0) setDialog({ verb, entries, at })
  }
  useKey('approve', () => decide('approve'))
  useKey('reject', () => decide('reject'))
  const back = useRef<number>(undefined)
  useEffect(() => {
    if (dialog !== undefined || back.current === undefined) return
    const row = list.current?.children[Math.min(back.current, shown.length - 1)]
    row?.querySelector('a')?.focus()
    back.current = undefined
  })
  const close = (decided: readonly string[]) => {
    hide(decided)
    setTicked(ticked.filter((id) => !decided.includes(id)))
    back.current = dialog?.at
    setDialog(undefined)
  }
  if (isLoaded && shown.length === 0)
    return (
      <EmptyState title="Nothing waits for you">New records appear here by themselves.</EmptyState>
    )
  return (
    <Stack gap="xs">
      {ticked.length > 0 && (
        <Group gap="xs">
          <Button onClick={() => decide('approve')}>Approve {ticked.length} ticked</Button>
          <Button variant="default" onClick={() => decide('reject')}>
            Reject {ticked.length} ticked
          </Button>
        </Group>
      )}
      <Stack component="ul" gap="xs" className="plain-list" ref={list}>
        {shown.map((row) => (
          <QueueRow
            key={row.id}
            row={row}
            isTicked={ticked.includes(row.id)}
            tick={(isTicked) =>
              setTicked(isTicked ? [...ticked, row.id] : ticked.filter((id) => id !== row.id))
            }
            decide={(verb) => decide(verb, row)}
          />
        ))}
      </Stack>
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

/** The rows without those that were decided here: the figures may be of before the decision. */
function useRows() {
  const waiting = useWaiting()
  const [gone, setGone] = useState<ReadonlyMap<string, string>>(new Map())
  const asOf = waiting.figures?.asOf ?? ''
  const { rows, longer } = rowsOf(waiting)
  return {
    longer,
    isLoaded: waiting.figures !== undefined,
    rows: rows.filter(({ id }) => (gone.get(id) ?? '') < asOf),
    hide: (ids: readonly string[]) =>
      setGone(new Map([...gone, ...ids.map((id) => [id, asOf] as const)])),
  }
}

interface RowProps {
  readonly row: Row
  readonly isTicked: boolean
  readonly tick: (isTicked: boolean) => void
  readonly decide: (verb: Verb) => void
}

function QueueRow({ row, isTicked, tick, decide }: RowProps) {
  return (
    <Group component="li" gap="sm" justify="space-between">
      <Group gap="sm" wrap="nowrap" align="flex-start" miw={0} flex="1 1 300px">
        {row.mayDecide && (
          <Checkbox
            aria-label={`Choose ${row.id}`}
            size="md"
            checked={isTicked}
            onChange={({ currentTarget }) => tick(currentTarget.checked)}
          />
        )}
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {row.title}
          <Text size="xs" component="div">
            {row.cents && <b>{money(row.cents)} · </b>}
            {row.about}
          </Text>
        </div>
      </Group>
      <Group gap="xs">
        <Badge variant="default" tt="none">
          {row.why}
        </Badge>
        {isDecidable(row, 'approve') && (
          <Button size="xs" onClick={() => decide('approve')}>
            Approve
          </Button>
        )}
        {isDecidable(row, 'reject') && (
          <Button size="xs" variant="default" onClick={() => decide('reject')}>
            Reject
          </Button>
        )}
      </Group>
    </Group>
  )
}

/** A shipment is not rejected: its page leads it back to packing. */
function isDecidable({ kind, mayDecide = false }: Row, verb: Verb): boolean {
  return mayDecide && (verb === 'approve' || kind !== 'shipment')
}
