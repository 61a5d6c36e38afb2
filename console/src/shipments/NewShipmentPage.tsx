import { type Creatable, CreatePage } from '../choosing-items/CreatePage.tsx'
import { EmptyState } from '../display/Page.tsx'

const SHIPMENT: Creatable = {
  noun: 'shipment',
  permission: 'outbound_shipments:create',
  operation: 'POST /v1/outbound-shipments',
  to: '/shipments/$id',
  accounts: [
    {
      name: 'account',
      member: 'fboAccountId',
      label: 'Account',
      needed: 'the account to ship from',
    },
  ],
  list: {
    label: 'Items in the vault',
    unpicked: <EmptyState title="Choose an account first">Its items are listed here.</EmptyState>,
    empty: (
      <EmptyState title="This account has no items to ship">
        Items on hold, or in a transfer or another shipment, are not listed.
      </EmptyState>
    ),
  },
  notesHint: 'For packing, and for the record.',
}

export function NewShipmentPage() {
  return <CreatePage of={SHIPMENT} />
}
