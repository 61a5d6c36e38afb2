import { Page } from '../display/Page.tsx'

export function WebhooksPage() {
  return <Page title="Webhooks">Not built yet.</Page>
}
