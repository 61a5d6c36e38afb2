import { useNavigate, useSearch } from '@tanstack/react-router'
import { DayField } from './DayField.tsx'
import { dayOf, startOfDay } from './days.ts'

interface Props {
  /** The name of the query parameter, which has the instant at which the day begins. */
  readonly name: string
  readonly label: string
}

/** A filter of a list by the beginning of a day in the reader's zone. It lives in the URL. */
export function DayFilter({ name, label }: Props) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const instant = Date.parse(String(search[name]))
  const set = (day: string | undefined) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        ...{ page: undefined, cursor: undefined },
        [name]: day === undefined ? undefined : new Date(startOfDay(day)).toISOString(),
      }),
      replace: true,
    })
  return (
    <DayField
      label={label}
      day={Number.isNaN(instant) ? undefined : dayOf(instant)}
      set={set}
      w={150}
    />
  )
}
