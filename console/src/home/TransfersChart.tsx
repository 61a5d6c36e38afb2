import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { CHART_HEIGHT, type Day, dayName } from './TransfersByDay.tsx'

const SERIES = [
  { name: 'created', label: 'Created', color: 'indigo.5' },
  { name: 'completed', label: 'Completed', color: 'teal.6' },
  { name: 'rejected', label: 'Rejected', color: 'red.6' },
  { name: 'cancelled', label: 'Cancelled', color: 'gray.5' },
  { name: 'expired', label: 'Expired', color: 'orange.5' },
]

/** Two bars a day: what was created, and what ended, one way above the other. */
export default function TransfersChart({ days }: { readonly days: readonly Day[] }) {
  return (
    <BarChart
      h={CHART_HEIGHT}
      data={days.map((day) => ({ ...day, day: dayName(day.date) }))}
      dataKey="day"
      series={SERIES}
      withLegend
      legendProps={{ verticalAlign: 'bottom', align: 'left', itemSorter: null }}
      tickLine="none"
      gridAxis="x"
      yAxisProps={{ allowDecimals: false, width: 32 }}
      barProps={({ name }) => ({
        stackId: name === 'created' ? 'created' : 'ended',
        isAnimationActive: false,
      })}
      barChartProps={{ accessibilityLayer: false }}
    />
  )
}
