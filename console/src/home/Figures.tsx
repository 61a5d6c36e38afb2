import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Summary } from '../api/schema.ts'
import { words } from '../display/format.ts'
import { AppLink } from '../display/RecordLink.tsx'
import { Missing, Section } from './Section.tsx'

/** Items by status. Each count links to its items. */
export function Items({ counts }: { readonly counts: Summary['itemsByStatus'] }) {
  return (
    <Section title="Items by status">
      {counts === null ? (
        <Missing permission="inventory_items:read" />
      ) : (
        <Counts
          counts={counts}
          link={(status, text) => (
            <AppLink to="/items" search={{ status }} fz="sm">
              {text}
            </AppLink>
          )}
        />
      )}
    </Section>
  )
}

interface ShipmentsProps {
  readonly counts: Summary['shipmentsByStatus']
  readonly held: Summary['heldShipments']
}

/** Shipments by status. */
export function Shipments({ counts, held }: ShipmentsProps) {
  return (
    <Section title="Shipments by status">
      {counts === null ? (
        <Missing permission="outbound_shipments:read" />
      ) : (
        <>
          <Counts
            counts={counts}
            link={(status, text) => (
              <AppLink to="/shipments" search={{ status } as never} fz="sm">
                {text}
              </AppLink>
            )}
          />
          <Text size="sm" c="dimmed">
            {heldText(held ?? 0)}
          </Text>
        </>
      )}
    </Section>
  )
}

function heldText(held: number): string {
  if (held === 0) return 'No shipments are on hold.'
  return held === 1 ? '1 shipment is on hold.' : `${held.toLocaleString()} shipments are on hold.`
}

interface CountsProps {
  readonly counts: Readonly<Record<string, number>>
  readonly link: (status: string, text: string) => ReactNode
}

function Counts({ counts, link }: CountsProps) {
  return (
    <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {Object.entries(counts).map(([status, count]) => (
        <li key={status}>
          <Group gap="sm" wrap="nowrap">
            <Text span w={150} style={{ flex: 'none' }}>
              {link(status, words(status))}
            </Text>
            <Text span size="sm" fw={600} miw={56} ta="right" ff="monospace">
              {count.toLocaleString()}
            </Text>
          </Group>
        </li>
      ))}
    </Stack>
  )
}
