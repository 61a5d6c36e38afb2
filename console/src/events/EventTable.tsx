import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { memo, useState } from 'react'
import type { Event } from '../api/schema.ts'
import { AppLink } from '../display/RecordLink.tsx'
import { useRowKeys } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'
import { actorWords, eventDetail, eventWords } from './event-types.ts'
import { SubjectLink } from './SubjectLink.tsx'

/** The number of rows that are added at a time. */
const ROWS = 100

/** Events, newest first. */
export function EventTable({ events }: { readonly events: readonly Event[] }) {
  const [rows, setRows] = useState(ROWS)
  const body = useRowKeys()
  const shown = events.slice(-rows).reverse()
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={720} type="native">
        <Table highlightOnHover stickyHeader aria-label="Events">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Time</Table.Th>
              <Table.Th>Event</Table.Th>
              <Table.Th>Record</Table.Th>
              <Table.Th>Done by</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            {shown.map((event) => (
              <Row key={event.id} event={event} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {events.length > rows && (
        <Group justify="center">
          <Button variant="default" size="xs" onClick={() => setRows(rows + ROWS)}>
            Show {Math.min(ROWS, events.length - rows)} earlier events
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const Row = memo(function Row({ event }: { readonly event: Event }) {
  const detail = eventDetail(event)
  const { tokenId } = event.actor
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Time at={event.occurredAt} />
      </Table.Td>
      <Table.Td>
        <AppLink
          to="/events"
          search={(before: object) => ({ ...before, id: event.id })}
          fz="sm"
          fw={500}
        >
          {eventWords(event.type)}
        </AppLink>
        {detail !== '' && (
          <Text size="xs" c="dimmed">
            {detail}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <SubjectLink subject={event.subject} />
      </Table.Td>
      <Table.Td>
        {tokenId === null ? (
          <Text size="sm">{actorWords(event.actor)}</Text>
        ) : (
          <AppLink
            to="/events"
            search={(before: object) => ({ ...before, actorTokenId: tokenId })}
            fz="sm"
            title={`All events by ${tokenId}`}
          >
            {actorWords(event.actor)}
          </AppLink>
        )}
      </Table.Td>
    </Table.Tr>
  )
})
