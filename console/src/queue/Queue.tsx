import { Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { money } from '../display/amounts.ts'
import { EmptyState } from '../display/Page.tsx'
import { useKey } from '../shell/keys.ts'
import { DecideDialog, type Entry } from './DecideDialog.tsx'
import type { Verb } from './decisions.ts'
import { type Row, rowsOf, tokenRow, webhookRow } from './queue-rows.tsx'
import { useWaiting } from './waiting.ts'

/** Everything that waits, to be decided from its row. `j` and `k` move, `a` and `r` decide. */
export function Queue({ top = Number.POSITIVE_INFINITY }: { readonly top?: number }) {
  const { rows, hide, isLoaded } = useRows()
  const list = useRef<HTMLDivElement>(null)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [dialog, setDialog] = useState<{ verb: Verb; entries: readonly Entry[]; at: number }>()
  const shown = rows.slice(0, top)
  const focusRow = (at: number) =>
    list.current?.querySelectorAll('li')[at]?.querySelector<HTMLElement>('a')?.focus()
  const focused = () =>
    [...(list.current?.children ?? [])].findIndex((row) => row.contains(document.activeElement))
  const decide = (verb: Verb, only?: Row) => {
    const at = Math.max(0, only === undefined ? focused() : shown.indexOf(only))
    const chosen = shown.filter(({ id }) => ticked.includes(id))
    const wanted = only ? [only] : chosen.length > 0 ? chosen : shown.slice(at, at + 1)
    const entries = wanted.filter((row): row is Row & Entry => decidable(row, verb))
    if (entries.length > 0) setDialog({ verb, entries, at })
  }
  useKey('next', () => focusRow(focused() + 1))
  useKey('previous', () => focusRow(Math.max(0, focused() - 1)))
  useKey('approve', () => decide('approve'))
  useKey('reject', () => decide('reject'))
  const back = useRef<number>(undefined)
  useEffect(() => {
    if (dialog !== undefined || back.current === undefined) return
    focusRow(Math.min(back.current, shown.length - 1))
    back.current = undefined
  })
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
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} ref={list}>
        {shown.map((row) => (
          <QueueRow
            key={row.id}
            row={row}
            isTicked={ticked.includes(row.id)}
            tick={(isTicked) =>
              setTicked((before) =>
                isTicked ? [...before, row.id] : before.filter((id) => id !== row.id),
              )
            }
            decide={(verb) => decide(verb, row)}
          />
        ))}
      </Stack>
      {dialog !== undefined && (
        <DecideDialog
          {...dialog}
          close={(decided) => {
            hide(decided)
            setTicked(ticked.filter((id) => !decided.includes(id)))
            back.current = dialog.at
            setDialog(undefined)
          }}
        />
      )}
    </Stack>
  )
}

/** The rows without those that were decided here: the figures may be of before the decision. */
function useRows() {
  const { figures, failing, ending } = useWaiting()
  const [gone, setGone] = useState<ReadonlyMap<string, string>>(new Map())
  const asOf = figures?.asOf ?? ''
  const all = figures === undefined ? [] : rowsOf(figures)
  return {
    isLoaded: figures !== undefined,
    rows: [...all, ...failing.map(webhookRow), ...ending.map(tokenRow)].filter(
      ({ id }) => (gone.get(id) ?? '') < asOf,
    ),
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
            {row.cents !== null && <b>{money(row.cents)} · </b>}
            {row.about}
          </Text>
        </div>
      </Group>
      <Group gap="xs">
        <Badge variant="default" tt="none">
          {row.why}
        </Badge>
        {decidable(row, 'approve') && (
          <Button size="xs" onClick={() => decide('approve')}>
            Approve
          </Button>
        )}
        {decidable(row, 'reject') && (
          <Button size="xs" variant="default" onClick={() => decide('reject')}>
            Reject
          </Button>
        )}
      </Group>
    </Group>
  )
}

/** A shipment is not rejected: its page leads it back to packing. */
function decidable({ kind, mayDecide }: Row, verb: Verb): boolean {
  return mayDecide && (verb === 'approve' || kind !== 'shipment')
}
