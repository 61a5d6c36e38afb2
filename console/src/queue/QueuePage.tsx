import { Page } from '../display/Page.tsx'
import { Queue } from './Queue.tsx'

export function QueuePage() {
  return (
    <Page title="Waiting">
      <Queue />
    </Page>
  )
}
