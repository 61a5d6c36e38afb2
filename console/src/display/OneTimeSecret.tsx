import { Alert, Button, CopyButton, Group, Stack, Textarea } from '@mantine/core'
import { Check, Copy, KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useHeldOpen } from './BlockingModal.tsx'

interface Props {
  /** The name of the secret, such as "Access token". */
  readonly label: string
  readonly secret: string
  /** Advice below it. */
  readonly children?: ReactNode
  readonly done: () => void
}

/** Shows a secret that no later response contains, in a `BlockingModal`, until `done`. */
export function OneTimeSecret({ label, secret, children, done }: Props) {
  useHeldOpen(true)
  const field = useRef<HTMLTextAreaElement>(null)
  // The dialog is open by then, with the focus on the button that asked for the secret.
  useEffect(() => field.current?.focus(), [])
  return (
    <Stack>
      <Alert color="yellow" icon={<KeyRound />} title="Copy it now" role="status">
        It is shown only once. After you close this dialog, it cannot be shown again.
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
        <Button onClick={done}>I have saved it</Button>
      </Group>
    </Stack>
  )
}
