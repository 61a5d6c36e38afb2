import { Page } from '../display/Page.tsx'

export function TransfersPage() {
  return <Page title="Transfers">Not built yet.</Page>
}
