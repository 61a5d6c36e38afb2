import { Page } from '../display/Page.tsx'

export function ImportPage() {
  return <Page title="Import">Not built yet.</Page>
}
