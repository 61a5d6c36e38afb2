import { Button } from '@mantine/core'
import { PageNotLoaded } from '../lazy-page.ts'
import { EmptyState } from './EmptyState.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'

/** Instead of a page that failed. */
export function PageError({ error }: { readonly error: unknown }) {
  if (!(error instanceof PageNotLoaded)) return <ProblemAlert error={error} />
  return (
    <EmptyState title="This page could not be loaded">
      The service does not answer, or has a new version.
      <br />
      <Button mt="sm" onClick={() => location.reload()}>
        Load it again
      </Button>
    </EmptyState>
  )
}
