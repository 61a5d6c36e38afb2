import { List, Text } from '@mantine/core'
import type { Problem } from '../api/schema.ts'
import { RecordLink } from './RecordLink.tsx'

/** The number of records of each kind that are shown: a problem names up to a hundred. */
const SHOWN = 10

/** Links to the records that a problem names: those that claim an item, or use an account. */
export function ProblemRecords({ problem }: { readonly problem: Problem }) {
  const { activeTransferId, activeShipmentId } = problem
  const { inventoryItemIds = [], transferIds = [], outboundShipmentIds = [] } = problem
  const kinds = [
    ['transfer', 'In the transfer', activeTransferId ? [activeTransferId] : []],
    ['shipment', 'In the shipment', activeShipmentId ? [activeShipmentId] : []],
    ['item', 'Items', inventoryItemIds, problem.inventoryItemsTotal],
    ['transfer', 'Transfers', transferIds, problem.transfersTotal],
    ['shipment', 'Shipments', outboundShipmentIds, problem.outboundShipmentsTotal],
  ] as const
  const { accessTokensTotal, peopleTotal } = problem
  if (accessTokensTotal !== undefined && peopleTotal !== undefined) {
    return (
      <Text size="sm">
        Valid tokens: {accessTokensTotal.toLocaleString()}, people: {peopleTotal.toLocaleString()}.
      </Text>
    )
  }
  return kinds.map(([type, label, ids, total = ids.length]) =>
    ids.length === 0 ? null : (
      <div key={label}>
        <Text size="sm" mt="xs" fw={600}>
          {total === 1 ? label.replace(/s$/, '') : `${label} (${total.toLocaleString()})`}
        </Text>
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {ids.slice(0, SHOWN).map((id) => (
            <List.Item key={id}>
              <RecordLink type={type} id={id} />
            </List.Item>
          ))}
        </List>
        {total > SHOWN && <Text size="sm">And {(total - SHOWN).toLocaleString()} more.</Text>}
      </div>
    ),
  )
}
