import { Alert, Button, type ButtonProps, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { readAgain } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import { type Permission, useCaller } from '../session/caller.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { isDialogOpen } from './dialogs.ts'
import { isOutcomeUnknown } from './outcome.ts'
import { ProblemAlert } from './ProblemAlert.tsx'

interface Props {
  readonly label: string
  readonly permission: Permission
  /** What the action does, in one sentence, before it is confirmed. */
  readonly explanation: ReactNode
  /** Whether a reason is asked for. */
  readonly reason?: 'required' | 'optional'
  /** Further fields, above the button that confirms. */
  readonly fields?: ReactNode
  readonly color?: string
  readonly variant?: ButtonProps['variant']
  /** A key that opens it. */
  readonly hotkey?: string
  /**
   * Why the record does not take the action now; undefined where it does. The dialog that is open
   * by then stays, and says it.
   */
  readonly unavailable?: string | undefined
  /** Called when the dialog opens, and when it closes. */
  readonly opened?: (isOpen: boolean) => void
  /** Makes the change. The problem of a failure is shown, and the dialog stays. */
  readonly run: (given: { readonly reason: string | undefined }) => Promise<unknown>
}

/**
 * A button that asks for confirmation, and a reason, before it makes a change. It is offered only
 * to a token with the permission: `Actions` says which others there are.
 */
export function Action(props: Props) {
  const { label, permission, color, variant = 'default', hotkey, unavailable, opened } = props
  const [isOpen, dialog] = useDisclosure(false, {
    onOpen: () => opened?.(true),
    onClose: () => opened?.(false),
  })
  const isOffered = useCaller().permissions.includes(permission) && unavailable === undefined
  const open = () => {
    if (!isDialogOpen()) dialog.open()
  }
  useHotkeys(hotkey !== undefined && isOffered ? [[hotkey, open]] : [])
  if (!isOffered && !isOpen) return null
  return (
    <>
      <Button variant={variant} color={color} onClick={dialog.open} aria-keyshortcuts={hotkey}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={label} centered>
        <Confirmation {...props} close={dialog.close} />
      </Modal>
    </>
  )
}

/** What the dialog of an action asks. */
export function Confirmation({
  label,
  explanation,
  reason,
  fields,
  color,
  unavailable,
  run,
  close,
}: Props & { close: () => void }) {
  const [text, setText] = useState('')
  const [isRunning, setRunning] = useState(false)
  const [isDone, setDone] = useState(false)
  const [error, setError] = useState<unknown>()
  const client = useQueryClient()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isRunning || unavailable !== undefined) return
    setRunning(true)
    setError(undefined)
    try {
      await run({ reason: text.trim() === '' ? undefined : text.trim() })
      // The page offers what the record takes now by the time that the dialog closes.
      await readAgain(client)
      setDone(true)
      close()
    } catch (failure) {
      setError(failure)
    } finally {
      setRunning(false)
    }
  }
  return (
    <form onSubmit={submit} ref={focusFirst}>
      <Stack>
        <Text size="sm" component="div">
          {explanation}
        </Text>
        {reason !== undefined && (
          <Textarea
            label="Reason"
            description="Kept with the change, for those who read it later."
            required={reason === 'required'}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            maxLength={500}
            autosize
            minRows={2}
          />
        )}
        {fields}
        <Outcome
          error={error}
          label={label}
          changed={isRunning || isDone ? undefined : unavailable}
        />
        <DialogButtons
          label={label}
          close={close}
          isRunning={isRunning}
          isDisabled={unavailable !== undefined && !isRunning}
          color={color}
        />
      </Stack>
    </form>
  )
}

interface OutcomeProps {
  readonly error: unknown
  readonly label: string
  /** What changed of the record while the dialog was open. */
  readonly changed: string | undefined
}

/** What became of an attempt, and what changed meanwhile. */
function Outcome({ error, label, changed }: OutcomeProps) {
  const isConflict = error instanceof ProblemError && error.problem.code === 'version_conflict'
  return (
    <>
      {(changed === undefined || !isConflict) && <ProblemAlert error={error} />}
      {isOutcomeUnknown(error) && (
        <Text size="sm" role="status">
          It is not known whether this was done.{' '}
          {changed === undefined
            ? `Look at the record, or press “${label}” again: however often it is sent, it is done once.`
            : 'What changed may be it: look at the record.'}
        </Text>
      )}
      {changed !== undefined && (
        <Alert color="orange" title="It changed while this was open" role="alert">
          {changed}
        </Alert>
      )}
    </>
  )
}

/** The dialog opens with the focus on its first field, or on what confirms it. */
function focusFirst(form: HTMLFormElement | null): void {
  const first = form?.querySelector('input, textarea, select, [type=submit]')
  first?.setAttribute('data-autofocus', '')
}

interface ActionsProps {
  /** Each action that the page can have, with the permission that it needs. */
  readonly known: readonly { readonly label: string; readonly permission: Permission }[]
  readonly children: ReactNode
}

/** Groups actions, and says which of them the token may not use, and why. */
export function Actions({ known, children }: ActionsProps) {
  const { permissions } = useCaller()
  const missing = known.filter(({ permission }) => !permissions.includes(permission))
  return (
    <Stack gap={4}>
      <Group gap="xs">{children}</Group>
      {missing.length > 0 && (
        <Text size="xs" c="dimmed">
          Not with your token:{' '}
          {missing.map(({ label, permission }) => `${label} (needs ${permission})`).join(', ')}
        </Text>
      )}
    </Stack>
  )
}
