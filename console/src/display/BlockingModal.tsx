import { Modal, type ModalProps } from '@mantine/core'
import { createContext, useContext, useLayoutEffect, useState } from 'react'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

const Hold = createContext<(isHeld: boolean) => void>(() => undefined)

/**
 * A dialog that its content can hold open, for a secret: then no key, click outside or close button
 * closes it, and leaving the page asks first.
 */
export function BlockingModal(props: ModalProps) {
  const [isHeld, hold] = useState(false)
  useUnsavedChanges(props.opened && isHeld, 'The secret is shown only once. Leave and lose it?')
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

/** Holds the `BlockingModal` around it open while `isHeld`. */
export function useHeldOpen(isHeld: boolean): void {
  const hold = useContext(Hold)
  useLayoutEffect(() => {
    hold(isHeld)
    return () => hold(false)
  }, [hold, isHeld])
}
