import { Stack } from '@mantine/core'
import type { ComponentProps, FormEventHandler, ReactNode } from 'react'
import { DialogButtons } from './DialogButtons.tsx'
import { Failure } from './Failure.tsx'
import { ScrollIntoView } from './ScrollIntoView.tsx'

interface Props extends ComponentProps<typeof DialogButtons> {
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  readonly error: unknown
  /** Shown for the error, instead of what every change says. */
  readonly failure?: ReactNode
  readonly children: ReactNode
}

/** A form in a dialog: its fields, the error of the last attempt, and its buttons. */
export function DialogForm({ onSubmit, error, failure, children, ...buttons }: Props) {
  const hasFailed = error !== undefined && error !== null
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        {children}
        {hasFailed && <ScrollIntoView>{failure ?? <Failure error={error} />}</ScrollIntoView>}
        <DialogButtons {...buttons} />
      </Stack>
    </form>
  )
}
