import type { ModalProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react'
import { Confirmation, titleOf } from './Action.tsx'
import { BlockingModal } from './DialogForm.tsx'

/** The functions that open the dialog of a page. */
export type Dialogs = Pick<ReturnType<typeof useDialog>, 'open' | 'confirm'>

/**
 * One dialog for a page, which is opened with a title and a content, or with an action. The content
 * keeps the properties that it had then.
 */
export function useDialog(size: ModalProps['size'] = 'md') {
  const [isOpen, { open: show, close }] = useDisclosure()
  const [shown, setShown] = useState<{ title: string; content: ReactNode; number: number }>()
  const open = (title: string, content: (close: () => void) => ReactNode) => {
    // Another number: no entry of the last content is left in it.
    setShown((last) => ({ title, content: content(close), number: (last?.number ?? 0) + 1 }))
    show()
  }
  const confirm = <Result,>(
    action: Omit<ComponentProps<typeof Confirmation<Result>>, 'close'>,
  ): void =>
    open(titleOf(action.label, action.noun), () => <Confirmation {...action} close={close} />)
  const dialog = (
    <BlockingModal opened={isOpen} onClose={close} title={shown?.title} size={size} centered>
      <Fragment key={shown?.number}>{shown?.content}</Fragment>
    </BlockingModal>
  )
  return { dialog, open, confirm }
}
