import { Page } from '../display/Page.tsx'

export function ShipmentsPage() {
  return <Page title="Shipments">Not built yet.</Page>
}
