import { Button, Group, Loader, Stack, Tabs, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { EmptyState, Loading, Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Time } from '../display/Time.tsx'
import { Checkpoints } from './Checkpoints.tsx'
import { EventDrawer } from './EventDrawer.tsx'
import { EventFilters } from './EventFilters.tsx'
import { EventTable } from './EventTable.tsx'
import { useEventFeed } from './event-feed.ts'

export function EventsPage() {
  const { view } = useSearch({ from: '/events' })
  const navigate = useNavigate()
  return (
    <Page title="Events" permission="events:read">
      <Tabs
        value={view === 'checkpoints' ? view : 'feed'}
        onChange={(next) =>
          void navigate({
            to: '/events',
            search: next === 'checkpoints' ? { view: next } : {},
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="feed">Events</Tabs.Tab>
          <Tabs.Tab value="checkpoints">Checkpoints</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="feed">
          <Stack>
            <EventFilters />
            <Feed />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="checkpoints">
          <Checkpoints />
        </Tabs.Panel>
      </Tabs>
      <EventDrawer />
    </Page>
  )
}

function Feed() {
  const { feed, readMore } = useEventFeed(useSearch({ from: '/events' }))
  const { data, error, isFetching } = feed
  if (data === undefined) return error === null ? <Loading /> : <ProblemAlert error={error} />
  const { events, hasMore } = data
  const newest = events.at(-1)
  return (
    <Stack gap="xs">
      <ProblemAlert error={error} />
      {hasMore && (
        <Group gap="xs">
          {isFetching && <Loader size="xs" aria-label="Loading" />}
          <Text size="sm">
            This period has more events than fit here; these are the oldest{' '}
            {events.length.toLocaleString()}
            {newest !== undefined && (
              <>
                , up to <Time at={newest.occurredAt} />
              </>
            )}
            . Choose a shorter period to see the newest.
          </Text>
          <Button size="xs" variant="default" onClick={readMore} loading={isFetching}>
            Load more
          </Button>
        </Group>
      )}
      {events.length === 0 && !hasMore && (
        <EmptyState title="No events">
          No events match. Choose a longer period, or change the filters. New events appear
          automatically.
        </EmptyState>
      )}
      {events.length > 0 && (
        <>
          {!hasMore && (
            <Text size="sm" c="dimmed" role="status">
              {events.length.toLocaleString()} event{events.length === 1 ? '' : 's'}, newest first.
              New events appear automatically.
            </Text>
          )}
          <EventTable events={events} />
        </>
      )}
    </Stack>
  )
}
