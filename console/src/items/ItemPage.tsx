import { Page } from '../display/Page.tsx'

export function ItemPage() {
  return <Page title="Item">Not built yet.</Page>
}
