import { Modal, type ModalProps } from '@mantine/core'
import { createContext, useContext, useLayoutEffect, useState } from 'react'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

const Hold = createContext<(isHeld: boolean) => void>(() => undefined)

/**
 * A dialog that what is in it can hold open, for a secret: then no key, click beside it, or cross
 * closes it, and who leaves its page is asked.
 */
export function HeldModal(props: ModalProps) {
  const [isHeld, hold] = useState(false)
  useUnsavedChanges(
    props.opened && isHeld,
    'The secret is shown here this once. Leave, and lose it?',
  )
  return (
    <Hold value={hold}>
      <Modal
        {...props}
        closeOnClickOutside={!isHeld}
        closeOnEscape={!isHeld}
        withCloseButton={!isHeld}
      />
    </Hold>
  )
}

/** Holds the `HeldModal` around it open, for as long as it says so. */
export function useHeldOpen(isHeld: boolean): void {
  const hold = useContext(Hold)
  useLayoutEffect(() => {
    hold(isHeld)
    return () => hold(false)
  }, [hold, isHeld])
}
