import { Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useRead } from '../api/queries.ts'
import type { Summary } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { words } from '../display/format.ts'
import { EmptyState, Loading, Page, Permitted, Section } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, RecordLink, Remark } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { ExposureBar } from '../display/ValueLine.tsx'
import { Queue } from '../queue/Queue.tsx'
import { useCaller } from '../session/caller.tsx'
import { TransfersByDay } from './TransfersByDay.tsx'

const FIRST_STEPS = [
  ['/accounts/new', 'Open an account', 'fbo_accounts:create'],
  ['/items/new', 'Take in an item', 'inventory_items:create'],
  ['/import', 'Import accounts and items from CSV files', 'imports:create'],
  ['/people', 'Invite people', 'people:manage'],
  ['/policy', 'Say in the policy who approves what', 'organization_policies:update'],
] as const

export function HomePage() {
  const { data, error } = useRead('GET /v1/summary')
  const summary = data?.body.data
  const counts = summary?.itemsByStatus
  const isEmpty = counts && Object.values(counts).every((count) => count === 0)
  return (
    <Page title="Home">
      <ProblemAlert error={error} />
      {summary === undefined && error === null && <Loading />}
      {summary !== undefined && (
        <>
          <Part title="Waiting for you" aside={<AppLink to="/queue">Show all</AppLink>}>
            <Queue top={5} />
          </Part>
          {isEmpty ? <FirstSteps /> : <Figures {...summary} />}
          <Remark ta="right">
            As of <Time at={summary.asOf} />
          </Remark>
        </>
      )}
    </Page>
  )
}

function FirstSteps() {
  const { permissions } = useCaller()
  return (
    <Part title="First steps">
      <EmptyState title="The vault has no items yet">
        {FIRST_STEPS.filter(([, , needed]) => permissions.includes(needed)).map(([to, label]) => (
          <div key={to}>
            <AppLink to={to}>{label}</AppLink>
          </div>
        ))}
      </EmptyState>
    </Part>
  )
}

function Figures(summary: Summary) {
  const { itemsByStatus: items, shipmentsByStatus: shipments, heldShipments: held } = summary
  const { accountsNearestToMaximum: accounts, transfersByDay: days } = summary
  return (
    <>
      <Value {...summary} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Part title="Items by status" permission="inventory_items:read">
          <Counts counts={items} to="/items" />
        </Part>
        <Part title="Shipments by status" permission="outbound_shipments:read">
          <Counts counts={shipments} to="/shipments" />
          <AppLink to="/shipments" search={{ held: 'true' }}>
            {held === 1 ? '1 shipment is' : `${(held ?? 0).toLocaleString()} shipments are`} on hold
          </AppLink>
        </Part>
        <Part title="Transfers per day, last 30 days" permission="transfer_batches:read">
          <TransfersByDay days={days ?? []} />
        </Part>
        <Part title="Accounts closest to their insured maximum" permission="fbo_accounts:read">
          <Stack gap="sm" component="ul" className="plain-list">
            {accounts?.length === 0 && <li>No account holds items with a declared value.</li>}
            {accounts?.map(({ fboAccountId: id, ...account }) => (
              <li key={id}>
                <RecordLink type="account" id={id} />
                <ExposureBar {...account} />
              </li>
            ))}
          </Stack>
        </Part>
      </SimpleGrid>
    </>
  )
}

/** A part of the page, for those who may read its figures. */
function Part(props: ComponentProps<typeof Section> & ComponentProps<typeof Permitted>) {
  const { permission, children, ...section } = props
  return (
    <Paper withBorder p="md" miw={0}>
      <Section {...section}>
        <Permitted permission={permission}>{children}</Permitted>
      </Section>
    </Paper>
  )
}

function Value({ vaultValue, medianDecisionSeconds: seconds }: Summary) {
  if (vaultValue === null && seconds === null) return null
  const { declaredValueCents: now = '0', thirtyDaysAgoCents: then = '0' } = vaultValue ?? {}
  const change = BigInt(now) - BigInt(then)
  const hours = (seconds ?? 0) / 3600
  const [time, unit] = hours < 1 ? [hours * 60, 'minute'] : [hours, 'hour']
  const form = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const
  return (
    <Part title="Value">
      {vaultValue !== null && (
        <Text>
          <b>{money(now)}</b> declared in the vault, {change < 0n ? '' : '+'}
          {money(`${change}`)} in 30 days.
        </Text>
      )}
      {seconds !== null && (
        <Text>
          Half of the transfers were decided within <b>{time.toLocaleString(undefined, form)}</b> in
          the last 30 days.
        </Text>
      )}
    </Part>
  )
}

interface CountsProps {
  readonly counts: Readonly<Record<string, number>> | null
  readonly to: '/items' | '/shipments'
}

function Counts({ counts, to }: CountsProps) {
  return (
    <Stack gap={6} component="ul" className="plain-list">
      {Object.entries(counts ?? {}).map(([status, count]) => (
        <Group key={status} component="li" gap="sm" wrap="nowrap">
          <Text span w={150} flex="none">
            <AppLink to={to} search={{ status }}>
              {words(status)}
            </AppLink>
          </Text>
          <Text span fw={600} miw={56} ta="right" ff="monospace">
            {count.toLocaleString()}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
