import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import type { InsuredExposure as Exposure } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { ExposureBar, exposurePercent } from '../display/ExposureBar.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'

/** The declared value of the account's items against its insured maximum. */
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
  const percent = exposurePercent(exposure)
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
      <ExposureBar {...exposure} />
      <Text size="xs" c="dimmed" mt={6}>
        Declared value of its items in the vault, plus that of items in pending transfers to it.
      </Text>
    </Paper>
  )
}
