import { Button, Group } from '@mantine/core'

interface Props {
  /** What the button that submits the form says. */
  readonly label: string
  readonly close: () => void
  readonly isRunning: boolean
  readonly isDisabled?: boolean
  readonly color?: string | undefined
}

/** At the foot of the form in a dialog: leave it, or do it. */
export function DialogButtons({ label, close, isRunning, isDisabled = false, color }: Props) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={close}>
        Not now
      </Button>
      <Button type="submit" color={color} loading={isRunning} disabled={isDisabled}>
        {label}
      </Button>
    </Group>
  )
}
