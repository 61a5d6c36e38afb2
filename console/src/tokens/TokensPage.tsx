import { Page } from '../display/Page.tsx'

export function TokensPage() {
  return <Page title="Tokens">Not built yet.</Page>
}
