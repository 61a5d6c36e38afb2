import { Page } from '../display/Page.tsx'

export function AccountsPage() {
  return <Page title="Accounts">Not built yet.</Page>
}
