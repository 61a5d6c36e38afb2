import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useHeldOpen } from './BlockingModal.tsx'

interface Props {
  /** The label of the button that submits the form. */
  readonly label: string
  readonly close: () => void
  readonly isRunning: boolean
  readonly isDisabled?: boolean
  /** Whether the dialog must stay open for the response, which nobody would see otherwise. */
  readonly isHeld?: boolean
  readonly color?: string | undefined
}

/** The buttons of the form in a dialog: close it, or submit. */
export function DialogButtons(props: Props) {
  const { label, close, isRunning, isDisabled = false, isHeld = false, color } = props
  useHeldOpen(isHeld)
  const submit = useRef<HTMLButtonElement>(null)
  // While it runs the button is disabled, and a disabled button loses the focus.
  useEffect(() => {
    const { activeElement, body } = document
    if (!isRunning || (activeElement !== submit.current && activeElement !== body)) return
    const dialog = submit.current?.closest<HTMLElement>('[role=dialog]')
    dialog?.focus()
    return () => {
      if (document.activeElement === dialog) submit.current?.focus()
    }
  }, [isRunning])
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={close} disabled={isHeld}>
        Go back
      </Button>
      <Button ref={submit} type="submit" color={color} loading={isRunning} disabled={isDisabled}>
        {label}
      </Button>
    </Group>
  )
}
