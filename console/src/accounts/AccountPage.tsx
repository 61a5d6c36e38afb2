import { Page } from '../display/Page.tsx'

export function AccountPage() {
  return <Page title="Account">Not built yet.</Page>
}
