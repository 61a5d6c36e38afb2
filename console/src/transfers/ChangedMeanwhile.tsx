import { Alert, Button, Stack, Text } from '@mantine/core'
import type { TransferDetails } from '../api/schema.ts'
import { words } from '../display/format.ts'
import { useCaller } from '../session/caller.tsx'

type Status = TransferDetails['status']

interface Props {
  readonly transfer: TransferDetails
  /** The status that a decision of this person, whose response was lost, would lead to. */
  readonly attempted: Status | undefined
  /** Shows the actions again, for the new version. */
  readonly acknowledge: () => void
}

/** Says that the record changed since the person saw it, and whether their decision was made. */
export function ChangedMeanwhile({ transfer, attempted, acknowledge }: Props) {
  const isMine = transfer.decidedByTokenId === useCaller().tokenId
  const wentThrough = isMine && attempted === transfer.status
  return (
    <Alert
      color={wentThrough ? 'teal' : 'yellow'}
      title={wentThrough ? 'Your decision was saved' : 'This transfer changed while you viewed it'}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          It is now <b>{words(transfer.status).toLowerCase()}</b>.{' '}
          {wentThrough
            ? 'Only the response to you was lost.'
            : explanation(transfer, isMine, attempted !== undefined)}
        </Text>
        <Button variant="default" size="xs" onClick={acknowledge}>
          OK
        </Button>
      </Stack>
    </Alert>
  )
}

function explanation({ status }: TransferDetails, isMine: boolean, isUnknown: boolean): string {
  if (isMine) return 'A decision was made with your token.'
  if (status !== 'pending') return 'Any decision that you had started was not made.'
  return isUnknown
    ? 'It is not known whether your decision will still arrive: check again in a moment.'
    : 'Any decision that you had started was not made. Check the transfer, then decide.'
}
