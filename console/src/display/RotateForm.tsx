import { NumberInput, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { DialogForm } from './DialogForm.tsx'
import type { OneTimeSecret } from './OneTimeSecret.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useApiForm } from './use-api-form.ts'

interface Props {
  /** The member of the request that says how long the old secret stays valid. */
  readonly name: 'graceDays' | 'graceHours'
  readonly label: string
  readonly description: string
  readonly min: number
  readonly max: number
  readonly initial: number
  readonly button: string
  readonly children: ReactNode
  readonly close: () => void
  /** Replaces the secret; the new one. */
  readonly rotate: (grace: number) => Promise<ComponentProps<typeof OneTimeSecret>>
}

/** In a `BlockingModal`: replaces a secret, and shows the new one once. */
export function RotateForm(props: Props) {
  return <SecretDialog form={(show) => <Form {...props} show={show} />} />
}

interface FormProps extends Props {
  readonly show: (secret: ComponentProps<typeof OneTimeSecret>) => void
}

function Form({ name, label, description, min, max, initial, button, ...props }: FormProps) {
  const { children, close, rotate, show } = props
  const { field, onSubmit, isRunning, error } = useApiForm({ [name]: initial }, async (values) =>
    show(await rotate(Number(values[name]))),
  )
  return (
    <DialogForm
      onSubmit={onSubmit}
      error={error}
      label={button}
      close={close}
      isRunning={isRunning}
      isHeld={isRunning}
    >
      <Text size="sm">{children}</Text>
      <NumberInput
        label={label}
        description={description}
        {...field(name)}
        min={min}
        max={max}
        allowDecimal={false}
        required
        data-autofocus
      />
    </DialogForm>
  )
}
