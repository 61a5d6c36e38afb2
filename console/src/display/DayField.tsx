import '@mantine/dates/styles.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { readDay } from './days.ts'

interface Props extends Pick<DateInputProps, 'description' | 'maxDate' | 'placeholder' | 'w'> {
  readonly label: string
  /** `YYYY-MM-DD`. */
  readonly day: string | undefined
  readonly set: (day: string | undefined) => void
  /** The name of the button that clears it; without a name there is no button. */
  readonly clearLabel?: string | undefined
}

/** A day, written or picked from a calendar. Load it only with the page that needs it. */
export function DayField({ label, day, set, clearLabel, ...others }: Props) {
  return (
    <DateInput
      label={label}
      placeholder="YYYY-MM-DD"
      valueFormat="YYYY-MM-DD"
      dateParser={(text) => readDay(text.trim()) ?? null}
      value={day ?? null}
      onChange={(value) => set(value ?? undefined)}
      clearable={clearLabel !== undefined}
      clearButtonProps={{ 'aria-label': clearLabel }}
      firstDayOfWeek={1}
      weekendDays={[]}
      hideOutsideDates
      popoverProps={{ withinPortal: false }}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      {...others}
    />
  )
}
