import { type Creatable, CreatePage } from '../choosing-items/CreatePage.tsx'

const SHIPMENT: Creatable = {
  noun: 'shipment',
  permission: 'outbound_shipments:create',
  operation: 'POST /v1/outbound-shipments',
  accounts: [{ name: 'account', member: 'fboAccountId', label: 'Account' }],
  notesHint: 'For packing, and for the record.',
}

export function NewShipmentPage() {
  return <CreatePage of={SHIPMENT} />
}
