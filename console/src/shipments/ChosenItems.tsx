import { Button, CloseButton, Group, Stack, Table, Text, Title } from '@mantine/core'
import type { Violation } from '../api/schema.ts'
import { RecordLink } from '../display/RecordLink.tsx'
import { useMay } from '../session/caller.tsx'
import { FaultOfItem } from '../transfers/FaultOfItem.tsx'
import { DescribedItem } from './DescribedItem.tsx'

/** What the service would refuse, by item. */
export type Faults = ReadonlyMap<string, readonly Violation[]>

/** As many as are shown at once; those with a fault come first. */
const SHOWN = 50

interface Props {
  readonly ids: readonly string[]
  readonly faults: Faults
  readonly choose: (ids: readonly string[]) => void
}

/** The chosen items, with the faults beside them. */
export function ChosenItems({ ids, faults, choose }: Props) {
  const mayRead = useMay('inventory_items:read')
  if (ids.length === 0) return null
  const sorted = [...ids.filter((id) => faults.has(id)), ...ids.filter((id) => !faults.has(id))]
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Chosen: {ids.length.toLocaleString()}
        </Title>
        <Group gap="xs">
          {faults.size > 0 && (
            <Button
              variant="default"
              size="xs"
              onClick={() => choose(ids.filter((id) => !faults.has(id)))}
            >
              Take out what cannot be sent
            </Button>
          )}
          <Button variant="subtle" size="xs" onClick={() => choose([])}>
            Take out all
          </Button>
        </Group>
      </Group>
      <Table aria-label="Chosen items">
        <Table.Tbody>
          {sorted.slice(0, SHOWN).map((id) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <RecordLink type="item" id={id} />
                {mayRead && faults.get(id) === undefined && (
                  <Text size="sm" component="div">
                    <DescribedItem id={id} show={({ description }) => description} />
                  </Text>
                )}
                {faults.get(id)?.map((fault) => (
                  <FaultOfItem key={fault.code} id={id} violation={fault} />
                ))}
              </Table.Td>
              <Table.Td w={40}>
                <CloseButton
                  aria-label={`Take out ${id}`}
                  onClick={() => choose(ids.filter((each) => each !== id))}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {ids.length > SHOWN && (
        <Text size="sm" c="dimmed">
          And {(ids.length - SHOWN).toLocaleString()} more.
        </Text>
      )}
    </Stack>
  )
}
