import { Group, Progress, Table, Text, VisuallyHidden } from '@mantine/core'
import type { InsuredExposure } from '../api/schema.ts'
import { money } from './amounts.ts'
import { Remark } from './RecordLink.tsx'
import { Time } from './Time.tsx'

interface Point {
  readonly at: string | number
  readonly cents: string
  /** Drawn as a second line. */
  readonly maximumCents?: string
}

interface Props {
  readonly label: string
  /** Oldest first. */
  readonly points: readonly Point[]
}

const [WIDTH, HEIGHT] = [600, 80]

/** Amounts over time as a line; for screen readers a table. */
export function ValueLine({ label, points }: Props) {
  const ends = [points[0], points.at(-1)].filter((point) => point !== undefined)
  const [start = 0, end = 0] = ends.map(({ at }) => new Date(at).getTime())
  const maximum = points.at(-1)?.maximumCents
  const amounts = points.flatMap(({ cents, maximumCents = '0' }) => [cents, maximumCents])
  const top = Math.max(...amounts.map(Number)) || 1
  const line = (name: 'cents' | 'maximumCents', stroke: string) => (
    <polyline
      points={points
        .filter((point) => point[name] !== undefined)
        .map((point) => {
          const x = (WIDTH * (new Date(point.at).getTime() - start)) / (end - start || 1)
          const y = HEIGHT - 2 - ((HEIGHT - 4) * Number(point[name])) / top
          return `${x.toFixed(1)},${y.toFixed(1)}`
        })
        .join(' ')}
      fill="none"
      strokeWidth={2}
      vectorEffect="non-scaling-stroke"
      stroke={`var(--mantine-${stroke})`}
    />
  )
  return (
    <div>
      <svg
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {line('maximumCents', 'color-gray-6')}
        {line('cents', 'primary-color-filled')}
      </svg>
      <Group justify="space-between" aria-hidden>
        {ends.map(({ at, cents }) => (
          <Remark key={at}>
            <Time at={at} />: {money(cents)}
          </Remark>
        ))}
      </Group>
      {maximum !== undefined && (
        <Remark aria-hidden>Grey line: insured maximum, now {money(maximum)}</Remark>
      )}
      <VisuallyHidden>
        <Table
          aria-label={label}
          data={{
            head: ['Time', 'Value', 'Maximum'],
            body: points.map(({ at, cents, maximumCents }) => [
              <Time key="at" at={at} />,
              money(cents),
              maximumCents === undefined ? '—' : money(maximumCents),
            ]),
          }}
        />
      </VisuallyHidden>
    </div>
  )
}

/** The bar warns from this share on. */
const NEAR_PERCENT = 80

type Exposed = Omit<InsuredExposure, 'fboAccountId'>

export function ExposureBar(exposure: Exposed) {
  const { exposureCents, maxInsuredValueCents, headroomCents, isOverMaximum } = exposure
  const [part, whole] = [BigInt(exposureCents), BigInt(maxInsuredValueCents)]
  // The whole percent, rounded down.
  const percent = whole === 0n ? Number(part > 0n) * 100 : Number((part * 100n) / whole)
  const isNear = percent >= NEAR_PERCENT
  return (
    <>
      <Text fw={isOverMaximum ? 600 : undefined}>
        <b>{money(exposureCents)}</b> of {money(maxInsuredValueCents)} ({percent.toLocaleString()}%)
        {' · '}
        {isOverMaximum
          ? `${money(headroomCents.replace('-', ''))} over the maximum`
          : `${money(headroomCents)} left${isNear ? ', close to the maximum' : ''}`}
      </Text>
      <Progress
        my={4}
        value={Math.min(100, percent)}
        color={isOverMaximum ? 'red.6' : isNear ? 'orange.6' : 'teal.6'}
        aria-hidden
      />
    </>
  )
}
