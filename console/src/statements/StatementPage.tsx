import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Download, Printer } from 'lucide-react'
import { useRead } from '../api/queries.ts'
import { DateField } from '../display/fields.tsx'
import { useChangeSearch } from '../display/lists.tsx'
import { useName } from '../display/names.ts'
import { Loading, Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { save } from '../display/save.ts'
import { readAll } from '../events/Activity.tsx'
import { useMay } from '../session/caller.tsx'
import { PrintedStatement } from './PrintedStatement.tsx'
import { usePeriod } from './period.ts'
import { statementCsv } from './statement-csv.ts'

/** The holdings of an account before and after a period, and its changes: to print and to save. */
export function StatementPage() {
  const { id = '' } = useParams({ strict: false })
  const { firstDay, lastDay, from, to, isEmpty } = usePeriod()
  const enabled = useMay('inventory_items:read') && !isEmpty
  const asOf = to > new Date().toISOString() ? {} : { asOf: momentBefore(to) }
  const path = { id }
  const read = useRead('GET /v1/fbo-accounts/{id}/statement', {
    path,
    query: { from, to },
    enabled,
  })
  const lines = useQuery({
    ...readAll('GET /v1/fbo-accounts/{id}/statement/lines', id, { from, to }),
    enabled,
  })
  const held = useQuery({ ...readAll('GET /v1/fbo-accounts/{id}/holdings', id, asOf), enabled })
  const statement = read.data?.body.data
  const isReady = statement?.from === from && statement.to === to && lines.data && held.data
  const whole = isReady ? { statement, lines: lines.data, held: held.data } : undefined
  const error = read.error ?? lines.error ?? held.error
  const name = useName('fbo_account', id)
  return (
    <Page
      title={name === undefined ? 'Statement' : `Statement of ${name}`}
      permission="inventory_items:read"
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Download size={14} />}
            disabled={whole === undefined}
            onClick={() =>
              whole && save(`statement-${id}-${firstDay}-${lastDay}.csv`, statementCsv(whole))
            }
          >
            Save as CSV
          </Button>
          <Button
            leftSection={<Printer size={14} />}
            disabled={whole === undefined}
            onClick={() => window.print()}
          >
            Print or save as PDF
          </Button>
        </>
      }
    >
      <Days />
      {isEmpty && <Text c="red">The last day is before the first one.</Text>}
      <ProblemAlert error={error} />
      {whole && !isEmpty && <PrintedStatement {...whole} />}
      {!whole && !isEmpty && !error && enabled && <Loading />}
    </Page>
  )
}

/** The first and the last day of the period, which are in the URL. */
function Days() {
  const { firstDay, lastDay, today } = usePeriod()
  const change = useChangeSearch()
  return (
    <Group gap="sm" align="flex-end">
      <DateField
        label="First day"
        value={firstDay}
        set={(day) => change({ from: day })}
        max={today}
        w={170}
      />
      <DateField
        label="Last day"
        value={lastDay}
        set={(day) => change({ to: day, from: firstDay })}
        max={today}
        w={170}
      />
      <Text c="dimmed">Days begin and end at midnight UTC.</Text>
    </Group>
  )
}

/** The last moment of a period that ends there. */
function momentBefore(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString()
}
