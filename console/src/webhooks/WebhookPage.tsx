import { Page } from '../display/Page.tsx'

export function WebhookPage() {
  return <Page title="Webhook">Not built yet.</Page>
}
