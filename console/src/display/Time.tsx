import { ago, ZONE } from './format.ts'

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/**
 * An instant by date and time in the reader's zone; on hover how long ago it was, and in UTC.
 * @param props.at RFC 3339, or milliseconds since the Unix epoch
 */
export function Time({ at }: { readonly at: string | number | null | undefined }) {
  if (at === null || at === undefined) return '—'
  const date = new Date(at)
  const utc = `${date.toISOString().replace('T', ' ').replace('Z', '')} UTC`
  return (
    // A native title: a tooltip for each instant of a long table takes long to draw.
    <time
      dateTime={date.toISOString()}
      title={`${ago(at)}: ${utc} (shown in ${ZONE})`}
      className="nowrap"
    >
      {LOCAL.format(date)}
    </time>
  )
}
