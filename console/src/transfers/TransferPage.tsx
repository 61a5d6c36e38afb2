import { Page } from '../display/Page.tsx'

export function TransferPage() {
  return <Page title="Transfer">Not built yet.</Page>
}
