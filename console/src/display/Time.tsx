import { Text, Tooltip } from '@mantine/core'
import { ago } from './format.ts'

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

interface Props {
  /** RFC 3339, or milliseconds since the Unix epoch; null where there is none. */
  readonly at: string | number | null | undefined
  /** Also says how long ago, or how long until, it is. */
  readonly relative?: boolean
  /** Says only how long ago, or how long until, it is: for narrow places. */
  readonly isShort?: boolean
}

/** An instant in the reader's zone; on hover, and for screen readers, in UTC. */
export function Time({ at, relative = false, isShort = false }: Props) {
  if (at === null || at === undefined)
    return (
      <Text span c="dimmed">
        —
      </Text>
    )
  const date = new Date(at)
  const utc = `${date.toISOString().replace('T', ' ').replace('Z', '')} UTC`
  return (
    <Tooltip label={`${utc} (shown in ${ZONE})`} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={date.toISOString()} title={utc}>
        {isShort ? ago(at) : LOCAL.format(date)}
        {relative && (
          <Text span c="dimmed">
            {' '}
            · {ago(at)}
          </Text>
        )}
      </time>
    </Tooltip>
  )
}
