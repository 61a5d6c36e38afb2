import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Plus } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  Fragment,
  type ReactNode,
  useContext,
  useState,
} from 'react'
import { Confirmation, titleOf } from './Action.tsx'
import { Dialog } from './DialogForm.tsx'

/**
 * One dialog, which is opened with a title and a content, or with an action. The content keeps the
 * properties that it had then.
 */
export function useDialog() {
  const [isOpen, { open: show, close }] = useDisclosure()
  const [shown, set] = useState({ title: '', content: null as ReactNode, size: 'lg', number: 0 })
  const open = (title: string, content: ReactNode, size = 'lg') => {
    // Another number: no entry of the last content is left in it.
    set(({ number }) => ({ title, content, size, number: number + 1 }))
    show()
  }
  const confirm = <Result,>(action: ComponentProps<typeof Confirmation<Result>>) =>
    open(titleOf(action), <Confirmation {...action} />, 'md')
  const dialog = (
    <Dialog opened={isOpen} onClose={close} title={shown.title} size={shown.size}>
      <Fragment key={shown.number}>{shown.content}</Fragment>
    </Dialog>
  )
  return { dialog, open, confirm }
}

type Dialogs = Omit<ReturnType<typeof useDialog>, 'dialog'>

const nothing = () => undefined

export const PageDialogs = createContext<Dialogs>({ open: nothing, confirm: nothing })

export const useDialogs = () => useContext(PageDialogs)

interface Props {
  /** The verb, and the title of the dialog. */
  readonly label: string
  readonly form: ReactNode
}

/** The main action of a page: a form in its dialog. */
export function FormButton({ label, form }: Props) {
  const { open } = useDialogs()
  return (
    <Button leftSection={<Plus size={16} />} onClick={() => open(label, form)}>
      {label}
    </Button>
  )
}
