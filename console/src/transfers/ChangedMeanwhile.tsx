import { Alert, Button, Stack, Text } from '@mantine/core'
import type { TransferDetails } from '../api/schema.ts'
import { words } from '../display/format.ts'
import { useCaller } from '../session/caller.tsx'

type Status = TransferDetails['status']

interface Props {
  readonly transfer: TransferDetails
  /** What a decision would have made of it whose response was lost. */
  readonly lost: Status | undefined
  readonly read: () => void
}

/** Says that there is another version than the person saw, and what became of their decision. */
export function ChangedMeanwhile({ transfer, lost, read }: Props) {
  const isMine = transfer.decidedByTokenId === useCaller().tokenId
  const wentThrough = isMine && lost === transfer.status
  return (
    <Alert
      color={wentThrough ? 'teal' : 'yellow'}
      title={
        wentThrough ? 'Your decision went through' : 'The transfer changed while you looked at it'
      }
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          It is now <b>{words(transfer.status).toLowerCase()}</b>
          {wentThrough
            ? '. Only the response was lost on its way to you.'
            : restOf(transfer, isMine, lost !== undefined)}
        </Text>
        <Button variant="default" size="xs" onClick={read}>
          I have read it
        </Button>
      </Stack>
    </Alert>
  )
}

function restOf({ status }: TransferDetails, isMine: boolean, isLost: boolean): string {
  if (isMine) return ': a decision that was made with your token went through.'
  if (status !== 'pending') {
    return '. What you may have begun has not been done, and there is nothing left to decide.'
  }
  return isLost
    ? '. It is not known whether your decision still arrives: look at it again in a moment.'
    : '. What you may have begun has not been done: read it again, then decide.'
}
