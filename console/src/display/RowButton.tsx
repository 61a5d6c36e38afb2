import { Button } from '@mantine/core'

interface Props {
  readonly label: string
  /** The record of the row, for people who hear the label without it. */
  readonly of: string
  readonly onClick: () => void
}

/** A small button in a row of a table. */
export function RowButton({ label, of, onClick }: Props) {
  return (
    <Button
      size="compact-xs"
      variant="default"
      style={{ flexShrink: 0 }}
      onClick={onClick}
      aria-label={`${label} ${of}`}
    >
      {label}
    </Button>
  )
}
