import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import type { Summary as SummaryFigures } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { Loading, Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { Queue } from '../queue/Queue.tsx'
import { Accounts } from './Accounts.tsx'
import { Items, Shipments } from './Figures.tsx'
import { Section } from './Section.tsx'
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
      <Section
        title="Waiting for you"
        aside={
          <AppLink to="/queue" fz="sm">
            Show all
          </AppLink>
        }
      >
        <Queue top={5} />
      </Section>
      <Value {...summary} />
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

/** The value in the vault and its change, and how long a decision takes. */
function Value({ vaultValue, medianDecisionSeconds: seconds }: SummaryFigures) {
  if (vaultValue === null && seconds === null) return null
  const { declaredValueCents: now = '0', thirtyDaysAgoCents: then = '0' } = vaultValue ?? {}
  const change = BigInt(now) - BigInt(then)
  const hours = (seconds ?? 0) / 3600
  const unit = hours < 1 ? ([hours * 60, 'minute'] as const) : ([hours, 'hour'] as const)
  const time = {
    style: 'unit',
    unit: unit[1],
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  } as const
  return (
    <Section title="Value and pace">
      {vaultValue !== null && (
        <Text size="sm">
          <b>{money(now)}</b> declared in the vault, {change < 0n ? '' : '+'}
          {money(`${change}`)} in 30 days.
        </Text>
      )}
      {seconds !== null && (
        <Text size="sm">
          Half of the transfers were decided within <b>{unit[0].toLocaleString(undefined, time)}</b>{' '}
          in the last 30 days.
        </Text>
      )}
    </Section>
  )
}
