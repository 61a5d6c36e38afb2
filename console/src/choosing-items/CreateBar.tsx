import { Button, Group, Paper, Text } from '@mantine/core'
import type { ProblemError } from '../api/request.ts'
import { Failure } from '../display/ProblemAlert.tsx'
import { countViolations, type useDryRun } from './dry-run.ts'

interface Props {
  readonly noun: 'transfer' | 'shipment'
  /** The things that must be chosen first. */
  readonly missing: readonly string[]
  readonly check: ReturnType<typeof useDryRun>
  readonly isSending: boolean
  readonly error: ProblemError | null
  readonly send: () => void
  readonly scrollToProblem: () => void
}

/** A bar that stays in sight: what is missing, and the button that creates the record. */
export function CreateBar(props: Props) {
  const { noun, missing, check, isSending, error, send } = props
  const problems = check.isCurrent && !isSending ? countViolations(check.verdict) : 0
  return (
    <Paper withBorder p="sm" pos="sticky" bottom={0} style={{ zIndex: 2 }}>
      <Refusal error={error} check={check} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status" fw={problems > 0 ? 600 : undefined}>
          {outlook(props, problems)}
        </Text>
        {problems > 0 ? (
          <Button variant="default" onClick={props.scrollToProblem}>
            Go to the first problem
          </Button>
        ) : (
          <Button onClick={send} disabled={missing.length > 0} loading={isSending}>
            Create {noun}
          </Button>
        )}
      </Group>
    </Paper>
  )
}

/** The refusal of an attempt, unless it is shown beside the items and accounts. */
function Refusal({ error, check }: Pick<Props, 'error' | 'check'>) {
  const isOfChoice = error !== null && [400, 404, 409].includes(error.problem.status)
  const isShownAbove = check.isCurrent && countViolations(check.verdict) > 0
  if (error === null || (isOfChoice && isShownAbove && check.error === null)) return null
  return <Failure error={error} />
}

function outlook({ noun, missing, check, isSending }: Props, problems: number): string {
  if (isSending) return 'Creating…'
  if (missing.length > 0) return `Still needed: ${missing.join(', ')}.`
  if (!check.isCurrent) return check.error === null ? 'Checking…' : 'Could not check the items.'
  if (problems === 0) return `Ready to create the ${noun}.`
  return problems === 1 ? '1 problem' : `${problems.toLocaleString()} problems`
}
