import { Page } from '../display/Page.tsx'

export function NewTransferPage() {
  return <Page title="NewTransfer">Not built yet.</Page>
}
