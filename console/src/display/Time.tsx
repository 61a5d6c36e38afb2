import { Text, Tooltip } from '@mantine/core'
import { ago } from './format.ts'

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

interface Props {
  /** RFC 3339, or milliseconds since the Unix epoch; null if there is none. */
  readonly at: string | number | null | undefined
  /** Whether to add the relative time; `only`: instead of the instant, which is on hover. */
  readonly relative?: boolean | 'only'
}

/** An instant in the reader's zone; on hover, and for screen readers, in UTC. */
export function Time({ at, relative = false }: Props) {
  if (at === null || at === undefined)
    return (
      <Text span inherit c="dimmed">
        —
      </Text>
    )
  const date = new Date(at)
  const utc = `${date.toISOString().replace('T', ' ').replace('Z', '')} UTC`
  const shown =
    relative === 'only' ? `${LOCAL.format(date)} in ${ZONE}: ${utc}` : `${utc} (shown in ${ZONE})`
  return (
    <Tooltip label={shown} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={date.toISOString()} className="nowrap">
        {relative === 'only' ? ago(at) : LOCAL.format(date)}
        {relative === true && (
          <Text span inherit c="dimmed">
            {' '}
            · {ago(at)}
          </Text>
        )}
      </time>
    </Tooltip>
  )
}
