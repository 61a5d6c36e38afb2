import { Alert, Button, Group, Kbd, type ModalProps, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { readAgain } from '../api/queries.ts'
import { isVersionConflict } from '../api/request.ts'
import { type Permission, useCaller, useMay } from '../session/caller.tsx'
import { type KeyName, useKey } from '../shell/keys.ts'
import { centsOf } from './amounts.ts'
import { Dialog, DialogForm } from './DialogForm.tsx'
import { type EditField, FieldInput, REASON } from './fields.tsx'
import { useApiForm } from './forms.ts'
import { Failure } from './ProblemAlert.tsx'
import { Remark } from './RecordLink.tsx'

interface Named {
  /** The verb. */
  readonly label: string
  /** The kind of record, if the label does not name it: "transfer". */
  readonly noun?: string | undefined
  readonly color?: string | undefined
  /**
   * The reason why the record does not allow the action now; undefined if it does. A dialog that
   * is open by then stays open, and says so.
   */
  readonly unavailable?: string | undefined
}

interface DialogButtonProps extends Named {
  readonly permission: Permission
  readonly variant?: string | undefined
  readonly hotkey?: KeyName | undefined
  readonly onToggle?: (isOpen: boolean) => void
  readonly modal?: Partial<ModalProps>
}

/**
 * A button that opens a dialog. It is offered only to a token with the permission: `Actions` lists
 * those that are missing.
 */
export function DialogButton(props: DialogButtonProps & { readonly children: ReactNode }) {
  const { permission, label, color, unavailable, variant = 'default', hotkey } = props
  const { onToggle, modal, children } = props
  const [isOpen, { open, close }] = useDisclosure(false, {
    onOpen: () => onToggle?.(true),
    onClose: () => onToggle?.(false),
  })
  const isOffered = useMay(permission) && unavailable === undefined
  const isGone = !isOffered && !isOpen
  const wasOpen = useRef(false)
  useEffect(() => {
    // The action removed its own button, which would have the focus again.
    if (wasOpen.current && isGone) document.querySelector('main')?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen, isGone])
  const key = useKey(isOffered ? hotkey : undefined, open)
  if (isGone) return null
  return (
    <>
      <Button
        variant={variant}
        color={color}
        onClick={open}
        aria-keyshortcuts={key}
        rightSection={key && <Kbd aria-hidden>{key}</Kbd>}
      >
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={titleOf(props)} {...modal}>
        {children}
      </Dialog>
    </>
  )
}

/** The title of the dialog, and its button that confirms: "Cancel transfer". */
export function titleOf({ label, noun }: Named): string {
  return noun === undefined ? label : `${label} ${noun}`
}

interface ConfirmationProps<Result> extends Named {
  readonly explanation: ReactNode
  readonly reason?: 'required' | 'optional' | undefined
  readonly fields?: readonly EditField[]
  /** Fields of other kinds, and whether they lack a valid entry. */
  readonly children?: ReactNode
  readonly isIncomplete?: boolean
  /** The version of the record that the page shows. */
  readonly etag?: string | undefined
  /** Makes the change. If it fails, the dialog shows the problem and stays open. */
  readonly run: (input: Input) => Promise<Result>
  /** Called with the result of `run` after the page has read the record again. */
  readonly onDone?: (result: Result) => void
}

interface Input {
  readonly reason: string | undefined
  /** The entries of its fields by name, amounts in cents. */
  readonly values: Readonly<Record<string, string>>
  /** The version that the page showed when the dialog opened, whatever it has read since. */
  readonly ifMatch: string | undefined
}

export function Action<Result>(props: DialogButtonProps & ConfirmationProps<Result>) {
  return (
    <DialogButton {...props}>
      <Confirmation {...props} />
    </DialogButton>
  )
}

export function Confirmation<Result>(props: ConfirmationProps<Result>) {
  const { explanation, reason, fields = [], color, unavailable, etag } = props
  const [ifMatch] = useState(etag)
  const asked = reason === undefined ? [] : [{ ...REASON, required: reason === 'required' }]
  const inputs = [...fields, ...asked]
  const client = useQueryClient()
  const empty: Record<string, string> = Object.fromEntries(inputs.map(({ name }) => [name, '']))
  const { form, field, dialog, isDone } = useApiForm(empty, async (_, close) => {
    const result = await props.run({ reason: given || undefined, values, ifMatch })
    // By the time that the dialog closes, the page offers what the record allows now.
    await readAgain(client)
    close()
    props.onDone?.(result)
  })
  const entries = inputs.map(({ name, kind }) => {
    const text = form.values[name]?.trim() ?? ''
    return [name, kind === 'amount' ? (centsOf(text) ?? '') : text] as const
  })
  const { reason: given, ...values } = Object.fromEntries(entries)
  const isIncomplete = fields.some(({ name, kind }) => kind === 'amount' && values[name] === '')
  const changed = dialog.isRunning || isDone ? undefined : unavailable
  return (
    <DialogForm
      {...dialog}
      error={changed !== undefined && isVersionConflict(dialog.error) ? null : dialog.error}
      failure={changed && <Failure error={dialog.error} advice={CHECK_FIRST} />}
      label={titleOf(props)}
      isDisabled={changed !== undefined || isIncomplete || isDone || props.isIncomplete === true}
      color={color}
    >
      <Text component="div">{explanation}</Text>
      {inputs.map((input) => (
        <FieldInput key={input.name} field={input} {...field(input.name)} />
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
        <Remark>
          Not available with your token:{' '}
          {missing.map(({ label, permission }) => `${label} (${permission})`).join(', ')}
        </Remark>
      )}
    </Stack>
  )
}
