import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import { Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Loading } from '../display/RecordTable.tsx'
import { Time } from '../display/Time.tsx'
import { Accounts } from './Accounts.tsx'
import { Items, Shipments } from './Figures.tsx'
import { PendingApprovals } from './PendingApprovals.tsx'
import { TransfersByDay } from './TransfersByDay.tsx'

export function HomePage() {
  return (
    <Page title="Home">
      <Summary />
    </Page>
  )
}

function Summary() {
  const { data, error } = useQuery(read('GET /v1/summary'))
  if (data === undefined) return error === null ? <Loading /> : <ProblemAlert error={error} />
  const summary = data.body.data
  return (
    <Stack>
      <ProblemAlert error={error} />
      <PendingApprovals pending={summary.pendingTransfers} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Items counts={summary.itemsByStatus} />
        <Shipments counts={summary.shipmentsByStatus} held={summary.heldShipments} />
        <TransfersByDay days={summary.transfersByDay} />
        <Accounts accounts={summary.accountsNearestToMaximum} />
      </SimpleGrid>
      <Text size="xs" c="dimmed" ta="right">
        As of <Time at={summary.asOf} />
      </Text>
    </Stack>
  )
}
