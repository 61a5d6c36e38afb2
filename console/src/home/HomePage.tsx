import { Page } from '../display/Page.tsx'

export function HomePage() {
  return <Page title="Home">Not built yet.</Page>
}
