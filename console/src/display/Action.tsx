import { Alert, Button, type ButtonProps, Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { readAgain } from '../api/queries.ts'
import { isVersionConflict } from '../api/request.ts'
import { type Permission, useCaller } from '../session/caller.tsx'
import { type KeyName, useKey } from '../shell/keys.ts'
import { centsOf } from './amounts.ts'
import { DialogForm } from './DialogForm.tsx'
import { type EditField, FieldInput, REASON } from './fields.tsx'
import { fieldErrors, useSubmit } from './forms.ts'
import { Failure } from './ProblemAlert.tsx'

interface ConfirmationProps<Result> {
  /** The verb. */
  readonly label: string
  /** The kind of record, if the label does not name it: "transfer". */
  readonly noun?: string | undefined
  /** A sentence that says what the action does. */
  readonly explanation: ReactNode
  /** Whether a reason is asked for. */
  readonly reason?: 'required' | 'optional' | undefined
  /** Further members of the request. */
  readonly fields?: readonly EditField[]
  /** Fields of other kinds, and whether they lack a valid entry. */
  readonly children?: ReactNode
  readonly isIncomplete?: boolean
  readonly color?: string | undefined
  /**
   * The reason why the record does not allow the action now; undefined if it does. A dialog that
   * is open by then stays open, and says so.
   */
  readonly unavailable?: string | undefined
  /** Makes the change. If it fails, the dialog shows the problem and stays open. */
  readonly run: (input: Omit<Input, 'ifMatch'>) => Promise<Result>
  /** Called with the result of `run` after the page has read the record again. */
  readonly onDone?: (result: Result) => void
}

interface Props<Result> extends Omit<ConfirmationProps<Result>, 'run'> {
  readonly permission: Permission
  readonly variant?: ButtonProps['variant']
  readonly size?: ButtonProps['size']
  /** The key that opens the dialog. */
  readonly hotkey?: KeyName | undefined
  /** The version of the record that the page shows. */
  readonly etag?: string | undefined
  readonly onToggle?: (isOpen: boolean) => void
  /** Gets the version that the page showed when the dialog opened, whatever it has read since. */
  readonly run: (input: Input) => Promise<Result>
}

interface Input {
  readonly reason: string | undefined
  /** The entries of its fields by name, amounts in cents. */
  readonly values: Readonly<Record<string, string>>
  readonly ifMatch: string | undefined
}

/**
 * A button that asks for confirmation, and a reason, before it makes a change. It is offered only
 * to a token with the permission: `Actions` lists those that are missing.
 */
export function Action<Result>(props: Props<Result>) {
  const { permission, variant = 'default', size, hotkey, ...others } = props
  const { etag, onToggle, run, ...confirmation } = others
  const { label, noun, color, unavailable } = confirmation
  const [ifMatch, setIfMatch] = useState(etag)
  const [isOpen, dialog] = useDisclosure(false, {
    onOpen: () => {
      setIfMatch(etag)
      onToggle?.(true)
    },
    onClose: () => onToggle?.(false),
  })
  const isOffered = useCaller().permissions.includes(permission) && unavailable === undefined
  useFocusWhenGone(isOpen, !isOffered && !isOpen)
  const key = useKey(isOffered ? hotkey : undefined, dialog.open)
  if (!isOffered && !isOpen) return null
  return (
    <>
      <Button
        variant={variant}
        size={size}
        color={color}
        onClick={dialog.open}
        aria-keyshortcuts={key}
        rightSection={key && <Kbd aria-hidden>{key}</Kbd>}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={titleOf(label, noun)} centered>
        <Confirmation
          {...confirmation}
          run={(input) => run({ ...input, ifMatch })}
          close={dialog.close}
        />
      </Modal>
    </>
  )
}

/** The title of the dialog, and its button that confirms: "Cancel transfer". */
export function titleOf(label: string, noun?: string): string {
  return noun === undefined ? label : `${label} ${noun}`
}

/** Moves the focus to the page if an action removed its own button, which would have it again. */
function useFocusWhenGone(isOpen: boolean, isGone: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && isGone) document.querySelector('main')?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen, isGone])
}

/** The dialog of an action. */
export function Confirmation<Result>(props: ConfirmationProps<Result> & { close: () => void }) {
  const { label, noun, explanation, reason, fields = [], color, unavailable, close } = props
  const asked = reason === undefined ? [] : [{ ...REASON, required: reason === 'required' }]
  const inputs = [...fields, ...asked]
  const form = useForm<Record<string, string>>({
    initialValues: Object.fromEntries(inputs.map(({ name }) => [name, ''])),
  })
  const entries = inputs.map(({ name, kind }) => {
    const text = form.values[name]?.trim() ?? ''
    return [name, kind === 'amount' ? (centsOf(text) ?? '') : text] as const
  })
  const { reason: given, ...values } = Object.fromEntries(entries)
  const isIncomplete = fields.some(({ name, kind }) => kind === 'amount' && values[name] === '')
  const [isDone, setDone] = useState(false)
  const client = useQueryClient()
  const { submit, isRunning, error } = useSubmit(async () => {
    const result = await props.run({ reason: given || undefined, values }).catch((failure) => {
      form.setErrors(fieldErrors(failure))
      throw failure
    })
    // By the time that the dialog closes, the page offers what the record allows now.
    await readAgain(client)
    setDone(true)
    close()
    props.onDone?.(result)
  })
  const changed = isRunning || isDone ? undefined : unavailable
  return (
    <DialogForm
      onSubmit={() => unavailable === undefined && void submit()}
      error={changed !== undefined && isVersionConflict(error) ? undefined : error}
      failure={changed && <Failure error={error} advice={CHECK_FIRST} />}
      label={titleOf(label, noun)}
      close={close}
      isRunning={isRunning}
      isDisabled={changed !== undefined || isIncomplete || props.isIncomplete === true}
      color={color}
    >
      <Text size="sm" component="div">
        {explanation}
      </Text>
      {inputs.map((field) => (
        <FieldInput key={field.name} field={field} {...form.getInputProps(field.name)} />
      ))}
      {props.children}
      {changed !== undefined && (
        <Alert color="orange" title="This record changed while the dialog was open" role="alert">
          {changed}
        </Alert>
      )}
    </DialogForm>
  )
}

const CHECK_FIRST =
  'This record has changed, perhaps because your request went through. Check it before you try again.'

interface ActionsProps {
  /** Each action of the page, with the permission that it needs. */
  readonly known: readonly { readonly label: string; readonly permission: Permission }[]
  readonly children: ReactNode
}

/** Groups actions, and lists those for which the token lacks the permission. */
export function Actions({ known, children }: ActionsProps) {
  const { permissions } = useCaller()
  const missing = known.filter(({ permission }) => !permissions.includes(permission))
  return (
    <Stack gap={4}>
      <Group gap="xs">{children}</Group>
      {missing.length > 0 && (
        <Text size="xs" c="dimmed">
          Not available with your token:{' '}
          {missing.map(({ label, permission }) => `${label} (${permission})`).join(', ')}
        </Text>
      )}
    </Stack>
  )
}
