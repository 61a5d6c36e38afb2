import { Button, Group, Paper, Text } from '@mantine/core'
import type { ProblemError } from '../api/request.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { UnknownOutcome } from '../display/UnknownOutcome.tsx'
import { countFaults, type useDryRun } from './dry-run.ts'
import type { useChoice } from './use-choice.ts'

interface Props {
  readonly choice: ReturnType<typeof useChoice>
  readonly check: ReturnType<typeof useDryRun>
  readonly isSending: boolean
  readonly error: ProblemError | null
  readonly send: () => void
  /** Leads to the first fault of the page. */
  readonly toFault: () => void
}

/** Stays in sight: what is missing, and the button that creates the transfer. */
export function CreateBar({ choice, check, isSending, error, send, toFault }: Props) {
  const faults = check.isCurrent && !isSending ? countFaults(check.verdict) : 0
  return (
    <Paper withBorder p="sm" pos="sticky" bottom={0} style={{ zIndex: 2 }}>
      <Refusal error={error} check={check} />
      <Group justify="space-between" gap="xs">
        <Outlook choice={choice} check={check} faults={faults} isSending={isSending} />
        {faults > 0 ? (
          <Button variant="default" onClick={toFault}>
            Go to the first fault
          </Button>
        ) : (
          <Button onClick={send} disabled={choice.transfer === undefined} loading={isSending}>
            Create the transfer
          </Button>
        )}
      </Group>
    </Paper>
  )
}

/** Why it was not created, where that does not stand beside what it is about. */
function Refusal({ error, check }: Pick<Props, 'error' | 'check'>) {
  const isOfChoice = error !== null && [400, 404, 409].includes(error.problem.status)
  const isSaidAbove = check.isCurrent && countFaults(check.verdict) > 0
  if (error === null || (isOfChoice && isSaidAbove && check.error === null)) return null
  return (
    <>
      <ProblemAlert error={error} />
      <UnknownOutcome error={error} />
    </>
  )
}

interface OutlookProps extends Pick<Props, 'choice' | 'check' | 'isSending'> {
  readonly faults: number
}

/** What is missing, or what the service would say. */
function Outlook({ choice: { from, to, chosen }, check, isSending, faults }: OutlookProps) {
  const missing = [
    ...(from === '' ? ['the account that the items come from'] : []),
    ...(to === '' ? ['the account that they go to'] : []),
    ...(chosen.length === 0 ? ['at least one item'] : []),
  ]
  const text = () => {
    if (isSending) return 'Creating it…'
    if (missing.length > 0) return `Still needed: ${missing.join(', ')}.`
    if (!check.isCurrent) return check.error === null ? 'Checking…' : 'It could not be checked.'
    if (faults === 0) return 'No faults: the transfer can be created.'
    return faults === 1 ? '1 fault.' : `${faults.toLocaleString()} faults.`
  }
  return (
    <Text size="sm" role="status" fw={faults > 0 ? 600 : undefined}>
      {text()}
    </Text>
  )
}
