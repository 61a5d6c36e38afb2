import { Button, type ButtonProps } from '@mantine/core'

interface Props extends Pick<ButtonProps, 'loading'> {
  readonly label: string
  /** The record of the row, for people who hear the label without it. */
  readonly of: string
  readonly onClick: () => void
}

export function RowButton({ label, of, ...button }: Props) {
  return (
    <Button
      {...button}
      size="compact-xs"
      variant="default"
      style={{ flexShrink: 0 }}
      aria-label={`${label} ${of}`}
    >
      {label}
    </Button>
  )
}
