import { Alert, Button, CopyButton, Group, Stack, Textarea } from '@mantine/core'
import { Check, Copy, KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useHeldOpen } from './HeldModal.tsx'

interface Props {
  /** What it is, such as "Access token". */
  readonly label: string
  readonly secret: string
  /** What to know beside it. */
  readonly children?: ReactNode
  readonly done: () => void
}

/**
 * Shows a secret that no later response contains, in a `HeldModal`. Whoever renders it forgets it
 * with `done`.
 */
export function SecretOnce({ label, secret, children, done }: Props) {
  useHeldOpen(true)
  const field = useRef<HTMLTextAreaElement>(null)
  // The dialog is open by then, with the focus on what asked for the secret.
  useEffect(() => field.current?.focus(), [])
  return (
    <Stack>
      <Alert color="yellow" icon={<KeyRound />} title="Copy it now" role="status">
        It is shown this once. When this dialog closes it is gone, here and in the vault.
      </Alert>
      <Textarea
        ref={field}
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
        <Button onClick={done}>I have kept it</Button>
      </Group>
    </Stack>
  )
}
