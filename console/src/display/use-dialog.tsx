import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Plus } from 'lucide-react'
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  Fragment,
  type ReactNode,
  useContext,
  useState,
} from 'react'
import { Confirmation, titleOf } from './Action.tsx'
import { Hold } from './DialogForm.tsx'
import { useUnsavedChanges } from './forms.ts'

/**
 * One dialog, which is opened with a title and a content, or with an action. The content keeps the
 * properties that it had then. It can hold the dialog open, for a secret: then no key, no click
 * outside and no close button closes it, and leaving the page asks first.
 */
export function useDialog() {
  const [isOpen, { open: show, close }] = useDisclosure()
  const [shown, set] = useState({ title: '', content: null as ReactNode, size: 'lg', number: 0 })
  const [isHeld, hold] = useState(false)
  useUnsavedChanges(isOpen && isHeld, 'The secret is shown only once. Leave and lose it?')
  const open = (title: string, content: (close: () => void) => ReactNode, size = 'lg') => {
    // Another number: no entry of the last content is left in it.
    set(({ number }) => ({ title, content: content(close), size, number: number + 1 }))
    show()
  }
  const confirm = <Result,>(action: Omit<ComponentProps<typeof Confirmation<Result>>, 'close'>) =>
    open(titleOf(action), () => <Confirmation {...action} close={close} />, 'md')
  const dialog = (
    <Modal
      opened={isOpen}
      onClose={close}
      title={shown.title}
      size={shown.size}
      closeOnClickOutside={!isHeld}
      closeOnEscape={!isHeld}
      withCloseButton={!isHeld}
    >
      <Hold value={hold}>
        <Fragment key={shown.number}>{shown.content}</Fragment>
      </Hold>
    </Modal>
  )
  return { dialog, open, confirm }
}

type Dialogs = Omit<ReturnType<typeof useDialog>, 'dialog'>

const nothing = () => undefined

export const PageDialogs = createContext<Dialogs>({ open: nothing, confirm: nothing })

/** The functions that open the dialog of the page. */
export const useDialogs = () => useContext(PageDialogs)

interface Props {
  /** The verb, and the title of the dialog. */
  readonly label: string
  readonly form: ComponentType<{ readonly close: () => void }>
}

/** The main action of a page: a form in its dialog. */
export function FormButton({ label, form: Form }: Props) {
  const { open } = useDialogs()
  return (
    <Button
      leftSection={<Plus size={16} />}
      onClick={() => open(label, (close) => <Form close={close} />)}
    >
      {label}
    </Button>
  )
}
