import { Button } from '@mantine/core'
import { PageNotLoaded } from '../lazy-page.ts'
import { EmptyState } from './EmptyState.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'

/** Shown instead of a page that failed. */
export function PageError({ error }: { readonly error: unknown }) {
  if (!(error instanceof PageNotLoaded)) return <ProblemAlert error={error} />
  return (
    <EmptyState title="This page could not be loaded">
      The service is not responding, or has just been updated.
      <br />
      <Button mt="sm" onClick={() => location.reload()}>
        Reload
      </Button>
    </EmptyState>
  )
}
