import { Box, ColorSwatch, Flex, Group, Table, Text, Tooltip } from '@mantine/core'
import type { Summary } from '../api/schema.ts'
import { words } from '../display/format.ts'
import { AppLink, Remark } from '../display/RecordLink.tsx'

/** The numbers of transfers that were created and decided on one day (UTC). */
type Day = NonNullable<Summary['transfersByDay']>[number]

const COLORS = {
  created: 'var(--mantine-color-indigo-5)',
  completed: 'var(--mantine-color-teal-6)',
  rejected: 'var(--mantine-color-red-6)',
  cancelled: 'var(--mantine-color-gray-5)',
  expired: 'var(--mantine-color-orange-5)',
}
type Count = keyof typeof COLORS
const COUNTS = Object.keys(COLORS) as Count[]
/** The bars of a day: transfers created, and transfers decided. */
const BARS = [COUNTS.slice(0, 1), COUNTS.slice(1)]

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayName = ({ date }: Day) => DAY.format(new Date(`${date}T00:00:00Z`))

/** The first instant of a UTC day, or of one that many days later. */
const startOf = ({ date }: Day, later = 0) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + later * 86_400_000).toISOString()

const sum = (days: readonly Day[], counts: readonly Count[]) =>
  days.reduce((all, day) => counts.reduce((part, count) => part + day[count], all), 0)

/** "4 created, 2 completed". */
const inWords = (day: Day) =>
  COUNTS.filter((count) => day[count] > 0)
    .map((count) => `${day[count].toLocaleString()} ${count}`)
    .join(', ')

export function TransfersByDay({ days }: { readonly days: readonly Day[] }) {
  const [first] = days
  return (
    <>
      <div role="img" aria-label="A chart. The table below has the same numbers.">
        <Chart days={days} />
      </div>
      <Group gap="md">
        {COUNTS.map((count) => (
          <Group key={count} gap={6}>
            <ColorSwatch size={10} color={COLORS[count]} aria-hidden />
            <Text>
              {sum(days, [count]).toLocaleString()} {count}
            </Text>
          </Group>
        ))}
        <AppLink to="/transfers" search={first ? { createdFrom: startOf(first) } : {}}>
          Show them
        </AppLink>
      </Group>
      <details>
        <Text component="summary" style={{ cursor: 'pointer' }}>
          Show as table
        </Text>
        <Box mah={320} tabIndex={0} style={{ overflow: 'auto' }}>
          <Table
            aria-label="Transfers per day"
            className="day-numbers"
            stickyHeader
            verticalSpacing={2}
            horizontalSpacing={4}
            fz="xs"
            data={{ head: ['Day (UTC)', ...COUNTS.map(words)], body: days.toReversed().map(cells) }}
          />
        </Box>
      </details>
    </>
  )
}

function cells(day: Day) {
  const search = { createdFrom: startOf(day), createdBefore: startOf(day, 1) }
  return [
    dayName(day),
    <AppLink key="created" to="/transfers" search={search} fz="xs">
      {day.created.toLocaleString()}
    </AppLink>,
    ...COUNTS.slice(1).map((count) => day[count].toLocaleString()),
  ]
}

/** Mantine's own charts would make the first page half as large again (docs/decisions/0011). */
function Chart({ days }: { readonly days: readonly Day[] }) {
  const max = Math.max(1, ...days.flatMap((day) => BARS.map((counts) => sum([day], counts))))
  return (
    <>
      <Remark>{max.toLocaleString()}</Remark>
      <Flex h={160} gap={2} align="flex-end" className="chart-bars">
        {days.map((day) => (
          <Tooltip
            key={day.date}
            label={`${dayName(day)}: ${inWords(day) || 'no transfers'}`}
            withinPortal
          >
            <Flex flex={1} h="100%" gap={1} align="flex-end">
              {BARS.map((counts) => (
                <Flex key={counts[0]} direction="column-reverse" flex={1} h="100%">
                  {counts.map((count) => (
                    <Box key={count} bg={COLORS[count]} h={`${(100 * day[count]) / max}%`} />
                  ))}
                </Flex>
              ))}
            </Flex>
          </Tooltip>
        ))}
      </Flex>
      <Group justify="space-between">
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map((day) => (
          <Remark key={day?.date}>{day && dayName(day)}</Remark>
        ))}
      </Group>
    </>
  )
}
