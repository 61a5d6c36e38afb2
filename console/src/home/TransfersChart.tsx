import { Box, ColorSwatch, Flex, Group, Text, Tooltip } from '@mantine/core'
import { type Day, dayName } from './day.ts'

const CREATED = [{ name: 'created', label: 'Created', color: 'indigo-5' }] as const
const ENDED = [
  { name: 'completed', label: 'Completed', color: 'teal-6' },
  { name: 'rejected', label: 'Rejected', color: 'red-6' },
  { name: 'cancelled', label: 'Cancelled', color: 'gray-5' },
  { name: 'expired', label: 'Expired', color: 'orange-5' },
] as const
const HEIGHT = 160

type Series = readonly { readonly name: Exclude<keyof Day, 'date'>; readonly color: string }[]

/**
 * Two bars per day: transfers created, and transfers decided, stacked. Mantine's own charts would
 * make the first page half as large again (docs/decisions/0011).
 */
export function TransfersChart({ days }: { readonly days: readonly Day[] }) {
  const ended = (day: Day) => ENDED.reduce((sum, { name }) => sum + day[name], 0)
  const max = Math.max(1, ...days.map((day) => Math.max(day.created, ended(day))))
  return (
    <div>
      <Text size="xs" c="dimmed">
        {max.toLocaleString()}
      </Text>
      <Flex h={HEIGHT} gap={2} align="flex-end" className="chart-bars">
        {days.map((day) => (
          <Tooltip key={day.date} label={inWords(day)} withinPortal>
            <Flex flex={1} h="100%" gap={1} align="flex-end">
              <Stacked day={day} series={CREATED} max={max} />
              <Stacked day={day} series={ENDED} max={max} />
            </Flex>
          </Tooltip>
        ))}
      </Flex>
      <Group justify="space-between">
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map((day) => (
          <Text key={day?.date} size="xs" c="dimmed">
            {day && dayName(day.date)}
          </Text>
        ))}
      </Group>
      <Group gap="md" mt="xs">
        {[...CREATED, ...ENDED].map(({ name, label, color }) => (
          <Group key={name} gap={6}>
            <ColorSwatch size={10} color={colorOf(color)} />
            <Text size="xs">{label}</Text>
          </Group>
        ))}
      </Group>
    </div>
  )
}

function Stacked({ day, series, max }: { day: Day; series: Series; max: number }) {
  return (
    <Flex direction="column-reverse" flex={1} h="100%">
      {series.map(({ name, color }) => (
        <Box key={name} bg={colorOf(color)} h={`${(100 * day[name]) / max}%`} />
      ))}
    </Flex>
  )
}

function inWords(day: Day): string {
  const counts = [...CREATED, ...ENDED].filter(({ name }) => day[name] > 0)
  const words = counts.map(({ name, label }) => `${day[name]} ${label.toLowerCase()}`)
  return `${dayName(day.date)}: ${words.join(', ') || 'no transfers'}`
}

function colorOf(name: string): string {
  return `var(--mantine-color-${name})`
}
