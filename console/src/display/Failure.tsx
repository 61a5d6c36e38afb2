import { Text } from '@mantine/core'
import { isOutcomeUnknown } from '../api/request.ts'
import { ProblemAlert } from './ProblemAlert.tsx'

interface Props {
  readonly error: unknown
  /** The advice if the change may have been made in spite of the error. */
  readonly advice?: string
}

/** Why a change failed, and whether it may have been made in spite of that. */
export function Failure({
  error,
  advice = 'You can safely try again: it will not be done twice.',
}: Props) {
  return (
    <>
      <ProblemAlert error={error} />
      {isOutcomeUnknown(error) && (
        <Text size="sm" my="xs" role="status">
          We cannot tell whether this went through. {advice}
        </Text>
      )}
    </>
  )
}
