import { Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import type { InsuredExposure as Exposure } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'

/** From this share on, the bar warns. */
const NEAR_PERCENT = 80

/** What the account's items are worth, against the most that is insured. */
export function InsuredExposure({ id }: { readonly id: string }) {
  const { data, error } = useQuery(
    read('GET /v1/fbo-accounts/{id}/insured-exposure', { path: { id } }),
  )
  const exposure = data?.body.data
  return (
    <Stack component="section" aria-labelledby="exposure" gap="xs">
      <Title order={2} size="h4" id="exposure">
        Insured exposure
      </Title>
      <ProblemAlert error={error} />
      {exposure && <Bar exposure={exposure} />}
    </Stack>
  )
}

function Bar({ exposure }: { readonly exposure: Exposure }) {
  const { exposureCents, maxInsuredValueCents, headroomCents, isOverMaximum } = exposure
  const percent = percentOf(exposureCents, maxInsuredValueCents)
  const color = isOverMaximum ? 'red' : percent >= NEAR_PERCENT ? 'orange' : 'teal'
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="sm">
          <b>{money(exposureCents)}</b> of {money(maxInsuredValueCents)}
        </Text>
        <Text size="sm" fw={isOverMaximum ? 700 : 400}>
          {isOverMaximum
            ? `${money(headroomCents.replace('-', ''))} over the maximum`
            : `${money(headroomCents)} left (${percent.toLocaleString()}% used)`}
        </Text>
      </Group>
      <Progress.Root size="lg" aria-hidden>
        <Progress.Section value={Math.min(percent, 100)} color={color} withAria={false} />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={6}>
        Declared values of the items in the vault, and of those that pending transfers bring.
      </Text>
    </Paper>
  )
}

function percentOf(part: string, whole: string): number {
  if (BigInt(whole) === 0n) return BigInt(part) === 0n ? 0 : 100
  return Number((BigInt(part) * 1000n) / BigInt(whole)) / 10
}
