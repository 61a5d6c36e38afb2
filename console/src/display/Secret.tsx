import {
  Alert,
  Button,
  CopyButton,
  Group,
  NumberInput,
  type NumberInputProps,
  Stack,
  Text,
  Textarea,
} from '@mantine/core'
import { Check, Copy, KeyRound } from 'lucide-react'
import { type ReactNode, useContext, useState } from 'react'
import { DialogForm, useHeldOpen } from './DialogForm.tsx'
import { Around, useApiForm } from './forms.ts'

interface Secret {
  /** The name of the secret, such as "Access token". */
  readonly label: string
  readonly secret: string
  readonly children?: ReactNode
  /** Called after it is closed. */
  readonly done?: () => void
}

/** In a dialog: shows a secret that no later response contains, until the person has it. */
export function OneTimeSecret({ label, secret, children, done }: Secret) {
  useHeldOpen(true)
  const { close } = useContext(Around)
  return (
    <Stack>
      <Alert color="yellow" icon={<KeyRound />} title="Copy it now" role="status">
        It is shown only once. After you close this dialog, it cannot be shown again.
      </Alert>
      <Textarea
        // The dialog is open by then, with the focus on the button that asked for the secret.
        autoFocus
        rows={2}
        label={label}
        value={secret}
        readOnly
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      {children}
      <Group justify="flex-end">
        <CopyButton value={secret} timeout={5_000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <Check size={16} /> : <Copy size={16} />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button
          onClick={() => {
            close()
            done?.()
          }}
        >
          I have saved it
        </Button>
      </Group>
    </Stack>
  )
}

interface RotateProps extends Pick<NumberInputProps, 'label' | 'description' | 'min' | 'max'> {
  /** The member of the request that says how long the old secret stays valid. */
  readonly name: 'graceDays' | 'graceHours'
  readonly initial: number
  readonly button: string
  readonly children: ReactNode
  /** Replaces the secret; the new one. */
  readonly rotate: (grace: number) => Promise<Secret>
}

/** In a dialog: replaces a secret, and shows the new one once. */
export function RotateForm(props: RotateProps) {
  const { name, initial, button, children, rotate, ...input } = props
  const [secret, setSecret] = useState<Secret>()
  const { field, dialog } = useApiForm({ [name]: initial }, async (values) =>
    setSecret(await rotate(Number(values[name]))),
  )
  if (secret !== undefined) return <OneTimeSecret {...secret} />
  return (
    <DialogForm {...dialog} label={button} isHeld={dialog.isRunning}>
      <Text>{children}</Text>
      <NumberInput {...input} {...field(name)} allowDecimal={false} required />
    </DialogForm>
  )
}
