import { Button, CopyButton, Group, Stack, Tabs, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChange } from '../api/queries.ts'
import type { Event, EventCheckpoint } from '../api/schema.ts'
import { timeColumn } from '../display/columns.tsx'
import { Filters } from '../display/Filters.tsx'
import { type Filter, goodSearch } from '../display/filters.ts'
import { RecordList } from '../display/ListPage.tsx'
import { ROWS_PER_PAGE } from '../display/lists.tsx'
import { EmptyState, Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, Remark, ShortId } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { RowButton } from '../display/RowButton.tsx'
import { SavedViews } from '../display/SavedViews.tsx'
import { Time } from '../display/Time.tsx'
import { EventDrawer, SubjectLink } from './EventDrawer.tsx'
import { type EventSearch, PERIODS, periodOf, useEventFeed } from './event-feed.ts'
import { actorWords, EVENT_TYPES, eventDetail, eventWords } from './event-types.ts'

const FILTERS: readonly Filter[] = [
  {
    name: 'last',
    label: 'Period',
    kind: 'choice',
    options: [{ group: 'Until now', items: PERIODS }],
  },
  { name: 'from', label: 'From', kind: 'time' },
  { name: 'before', label: 'Before', kind: 'time' },
  { name: 'type', label: 'Type', kind: 'choice', options: EVENT_TYPES },
  { name: 'subjectId', label: 'Record ID', kind: 'text' },
  { name: 'actorId', label: 'Done by', kind: 'actor' },
]

export function EventsPage() {
  const { view } = useSearch({ from: '/events' })
  const navigate = useNavigate()
  return (
    <Page title="Events" permission="events:read">
      <Tabs
        value={view === 'checkpoints' ? view : 'feed'}
        onChange={(next) =>
          void navigate({ to: '/events', search: next === 'checkpoints' ? { view: next } : {} })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="feed">Events</Tabs.Tab>
          <Tabs.Tab value="checkpoints">Checkpoints</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="feed">
          <Feed />
        </Tabs.Panel>
        <Tabs.Panel value="checkpoints">
          <Checkpoints />
        </Tabs.Panel>
      </Tabs>
      <EventDrawer />
    </Page>
  )
}

/** The events of the period that were read so far, newest first, by pages. */
function Feed() {
  const { page = 1, ...search } = useSearch({ from: '/events' })
  const filters = goodSearch(search, FILTERS) as EventSearch
  const { feed, readMore } = useEventFeed(filters)
  const { data, error, isFetching } = feed
  const count = data?.events.length ?? 0
  const newest = data?.events.at(-1)
  return (
    <Stack>
      <SavedViews />
      <Filters filters={FILTERS} />
      {data?.hasMore && (
        <Group gap="xs">
          <Text>
            This period has more events than fit here; these are the oldest {count.toLocaleString()}
            {newest && ', up to '}
            {newest && <Time at={newest.occurredAt} />}. Choose a shorter period to see the newest.
          </Text>
          <Button size="xs" variant="default" onClick={readMore} loading={isFetching}>
            Load more
          </Button>
        </Group>
      )}
      <RecordTable
        label="Events"
        list={{ data: data && pageOf(data.events, page), error, isPlaceholderData: false }}
        columns={COLUMNS}
        total={data?.hasMore ? undefined : count}
        tools={
          <Text c="dimmed" role="status">
            {periodOf(filters)?.label ?? 'All'}, newest first. New events appear automatically.
          </Text>
        }
        empty={
          <EmptyState title="No events">
            No events match. Choose a longer period, or change the filters. New events appear
            automatically.
          </EmptyState>
        }
      />
    </Stack>
  )
}

/** A page of events, newest first, as if it was the response of a list. */
function pageOf(events: readonly Event[], page: number) {
  const end = events.length - (page - 1) * ROWS_PER_PAGE
  const start = Math.max(0, end - ROWS_PER_PAGE)
  const link = (to: number) => new URLSearchParams({ page: `${to}` })
  return {
    body: { data: events.slice(start, Math.max(0, end)).reverse(), pagination: { page } },
    links: {
      ...(page > 1 && { first: link(1), prev: link(page - 1) }),
      ...(start > 0 && { next: link(page + 1) }),
    },
  }
}

const COLUMNS: readonly Column<Event>[] = [
  {
    header: 'Event',
    cell: (event) => (
      <>
        <AppLink to="/events" search={(before: object) => ({ ...before, id: event.id })} fw={500}>
          {eventWords(event.type)}
        </AppLink>
        <Remark>{eventDetail(event)}</Remark>
      </>
    ),
  },
  { header: 'Record', cell: ({ subject }) => <SubjectLink subject={subject} /> },
  {
    header: 'Done by',
    cell: ({ actor }) =>
      actor.tokenId === null ? (
        actorWords(actor)
      ) : (
        <AppLink
          to="/events"
          search={(now) => ({
            ...now,
            page: undefined,
            actorId: actor.person?.id ?? actor.tokenId ?? undefined,
          })}
          title={`All events by ${actorWords(actor)}`}
        >
          {actorWords(actor)}
        </AppLink>
      ),
  },
  timeColumn('Time', 'occurredAt'),
]

const CHECKPOINT_COLUMNS: readonly Column<EventCheckpoint>[] = [
  timeColumn('Signed', 'at'),
  {
    header: 'Covers events up to',
    cell: ({ sequence }) => sequence.toLocaleString(),
    isRight: true,
  },
  { header: 'Hash', cell: ({ chainHash }) => <ShortId id={chainHash} /> },
  { header: 'Key', cell: ({ keyId }) => <code>{keyId}</code> },
  {
    header: 'Checkpoint',
    cell: (checkpoint) => (
      <CopyButton value={JSON.stringify(checkpoint, null, 2)}>
        {({ copied, copy }) => (
          <RowButton
            label={copied ? 'Copied' : 'Copy'}
            of={`checkpoint ${checkpoint.sequence}`}
            onClick={copy}
          />
        )}
      </CopyButton>
    ),
  },
]

function Checkpoints() {
  const sign = useChange('POST /v1/event-checkpoints')
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Text maw={640}>
          A checkpoint is a signed fingerprint of all events so far. Keep a copy outside the vault:
          it lets you prove later that nobody, not even the vault’s operator, changed or removed
          earlier events. The vault makes one every hour in which something happens.
        </Text>
        <Button
          variant="default"
          loading={sign.isPending}
          onClick={() => sign.mutate({ body: {} })}
        >
          Create checkpoint
        </Button>
      </Group>
      <ProblemAlert error={sign.error} />
      <RecordList
        label="Checkpoints"
        operation="GET /v1/event-checkpoints"
        args={{}}
        columns={CHECKPOINT_COLUMNS}
        rowKey={({ at, sequence }) => `${sequence} ${at}`}
        empty={
          <EmptyState title="No checkpoints yet">
            Create one now. It covers events up to a few seconds ago.
          </EmptyState>
        }
      />
    </Stack>
  )
}
