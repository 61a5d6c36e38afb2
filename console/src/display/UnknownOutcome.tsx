import { Text } from '@mantine/core'
import { isOutcomeUnknown } from './outcome.ts'

/** Says, below the error of a POST, that it may have been done all the same. */
export function UnknownOutcome({ error }: { readonly error: unknown }) {
  if (!isOutcomeUnknown(error)) return null
  return (
    <Text size="sm" my="xs" role="status">
      It is not known whether this was done. Press the button again: however often it is sent, it is
      done once.
    </Text>
  )
}
