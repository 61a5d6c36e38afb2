import { ScrollArea, Stack, Table, Text } from '@mantine/core'
import type { Summary } from '../api/schema.ts'
import { AppLink } from '../display/RecordLink.tsx'
import { type Day, dayName } from './day.ts'
import { Missing, Section } from './Section.tsx'
import { TransfersChart } from './TransfersChart.tsx'

/** Transfers on each of the last 30 days, as a chart and as numbers. */
export function TransfersByDay({ days }: { readonly days: Summary['transfersByDay'] }) {
  const title = 'Transfers per day, last 30 days'
  if (days === null) {
    return (
      <Section title={title}>
        <Missing permission="transfer_batches:read" />
      </Section>
    )
  }
  return (
    <Section title={title}>
      <Totals days={days} />
      <div role="img" aria-label={`${title}. The table below has the same numbers.`}>
        <TransfersChart days={days} />
      </div>
      <details>
        <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
          Show as table
        </Text>
        <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0 }}>
          <Numbers days={days} />
        </ScrollArea.Autosize>
      </details>
    </Section>
  )
}

function Totals({ days }: { readonly days: readonly Day[] }) {
  const total = (name: Exclude<keyof Day, 'date'>) =>
    days.reduce((sum, day) => sum + day[name], 0).toLocaleString()
  const [first] = days
  return (
    <Stack gap={0}>
      <Text size="sm">
        <AppLink to="/transfers" search={first ? { createdFrom: startOf(first.date) } : {}} fz="sm">
          {total('created')} created
        </AppLink>
        , {total('completed')} completed, {total('rejected')} rejected, {total('cancelled')}{' '}
        cancelled, {total('expired')} expired
      </Text>
    </Stack>
  )
}

function Numbers({ days }: { readonly days: readonly Day[] }) {
  return (
    <Table
      aria-label="Transfers per day"
      stickyHeader
      verticalSpacing={2}
      horizontalSpacing={4}
      fz="xs"
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th style={{ whiteSpace: 'nowrap' }}>Day (UTC)</Table.Th>
          {['Created', 'Completed', 'Rejected', 'Cancelled', 'Expired'].map((name) => (
            <Table.Th key={name} ta="right">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.toReversed().map((day) => (
          <Table.Tr key={day.date}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{dayName(day.date)}</Table.Td>
            <Table.Td ta="right">
              <AppLink
                to="/transfers"
                search={{ createdFrom: startOf(day.date), createdBefore: startOf(day.date, 1) }}
                fz="xs"
              >
                {day.created.toLocaleString()}
              </AppLink>
            </Table.Td>
            <Table.Td ta="right">{day.completed.toLocaleString()}</Table.Td>
            <Table.Td ta="right">{day.rejected.toLocaleString()}</Table.Td>
            <Table.Td ta="right">{day.cancelled.toLocaleString()}</Table.Td>
            <Table.Td ta="right">{day.expired.toLocaleString()}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The first instant of a UTC day, or of one that many days later. */
function startOf(date: string, later = 0): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + later * 86_400_000).toISOString()
}
