import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useHeldOpen } from './BlockingModal.tsx'

interface Props {
  /** What the button that submits the form says. */
  readonly label: string
  readonly close: () => void
  readonly isRunning: boolean
  readonly isDisabled?: boolean
  /** Whether to wait for the answer, which nobody would see once the dialog is left. */
  readonly isHeld?: boolean
  readonly color?: string | undefined
}

/** At the foot of the form in a dialog: leave it, or do it. */
export function DialogButtons(props: Props) {
  const { label, close, isRunning, isDisabled = false, isHeld = false, color } = props
  useHeldOpen(isHeld)
  const submit = useRef<HTMLButtonElement>(null)
  // While it runs its button is disabled, and what is disabled has no focus.
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
        Not now
      </Button>
      <Button ref={submit} type="submit" color={color} loading={isRunning} disabled={isDisabled}>
        {label}
      </Button>
    </Group>
  )
}
