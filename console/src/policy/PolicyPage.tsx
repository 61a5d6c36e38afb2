import { Page } from '../display/Page.tsx'

export function PolicyPage() {
  return <Page title="Policy">Not built yet.</Page>
}
