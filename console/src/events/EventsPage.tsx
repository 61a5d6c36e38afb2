import { Page } from '../display/Page.tsx'

export function EventsPage() {
  return <Page title="Events">Not built yet.</Page>
}
