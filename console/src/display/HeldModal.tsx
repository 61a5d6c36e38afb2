import { Modal, type ModalProps } from '@mantine/core'
import { createContext, useContext, useLayoutEffect, useState } from 'react'

const Hold = createContext<(isHeld: boolean) => void>(() => undefined)

/** A dialog that what is in it can hold open: then no key, click beside it, or cross closes it. */
export function HeldModal(props: ModalProps) {
  const [isHeld, hold] = useState(false)
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
