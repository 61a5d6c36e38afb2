import { Page } from '../display/Page.tsx'

export function ShipmentPage() {
  return <Page title="Shipment">Not built yet.</Page>
}
