import { Button, Group, Loader, Modal, type ModalProps, Stack } from '@mantine/core'
import {
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Around, useUnsavedChanges } from './forms.ts'
import { Failure } from './ProblemAlert.tsx'

/**
 * A dialog. Its content can close it, or hold it open for a secret: then no key, no click outside
 * and no close button closes it, and leaving the page asks first.
 */
export function Dialog({ children, ...modal }: ModalProps) {
  const [isHeld, hold] = useState(false)
  useUnsavedChanges(modal.opened && isHeld, 'The secret is shown only once. Leave and lose it?')
  return (
    <Modal
      closeOnClickOutside={!isHeld}
      closeOnEscape={!isHeld}
      withCloseButton={!isHeld}
      {...modal}
    >
      <Around value={{ close: modal.onClose, hold }}>{children}</Around>
    </Modal>
  )
}

/** Holds the dialog around it open while `isHeld`. */
export function useHeldOpen(isHeld: boolean): void {
  const { hold } = useContext(Around)
  useLayoutEffect(() => {
    hold(isHeld)
    return () => hold(false)
  }, [hold, isHeld])
}

/**
 * A button is pressed by a key so long after other keys and after its dialog has opened: scanners
 * may be slow, and send odd keys. Browsers guard their own dialogs in this way, for half as long.
 */
export const GUARD_MS = 1_000

interface Props {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Null if none failed. */
  readonly error: unknown
  /** Shown for the error, instead of what every change says. */
  readonly failure?: ReactNode
  readonly children: ReactNode
  /** The label of the button that submits the form. */
  readonly label: string
  readonly isRunning: boolean
  readonly isDisabled?: boolean
  /** Whether the dialog must stay open for the response, which nobody would see otherwise. */
  readonly isHeld?: boolean
  readonly color?: string | undefined
}

/**
 * A form in a dialog: its fields, the error of the last attempt, and its buttons. The focus is on
 * the first field; without one, a moment later, on the button that submits.
 */
export function DialogForm({ onSubmit, error, failure, children, label, ...props }: Props) {
  const { isRunning, isDisabled = false, isHeld = false, color } = props
  const { close } = useContext(Around)
  useHeldOpen(isHeld)
  const form = useRef<HTMLFormElement>(null)
  const [isRead, setRead] = useState(false)
  useLayoutEffect(() => focusFirst(form.current), [])
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), GUARD_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const isFree = document.activeElement === form.current
    if (isRead && !isDisabled && isFree) submitOf(form.current)?.focus()
  }, [isRead, isDisabled])
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      // An Enter at once was meant for something else: nobody has read the dialog.
      data-unread={!isRead || undefined}
      onKeyDownCapture={(event) => event.key === 'Enter' && !isRead && event.preventDefault()}
      onInput={() => setRead(true)}
      tabIndex={-1}
      style={{ outline: 'none' }}
    >
      <Stack>
        {children}
        {error !== null && <ScrollIntoView>{failure ?? <Failure error={error} />}</ScrollIntoView>}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={isHeld}>
            Go back
          </Button>
          {/* While it runs it keeps the focus, which a disabled button would lose. */}
          <Button
            type="submit"
            color={color}
            disabled={isDisabled}
            aria-disabled={isRunning}
            leftSection={isRunning && <Loader size={16} color="currentColor" />}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function focusFirst(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]')) return
  const first = form?.querySelector('input, textarea, select') ?? form
  first?.setAttribute('data-autofocus', '')
}

function submitOf(form: HTMLFormElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>('[type=submit]')
}

/** Scrolls to what is new in a long dialog, once, so that it is seen. */
export function ScrollIntoView({ children }: { readonly children: ReactNode }) {
  return <div ref={scrollTo}>{children}</div>
}

function scrollTo(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'center' })
}
