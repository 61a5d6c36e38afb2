import { Alert, List, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { ProblemError } from '../api/request.ts'
import { SignInAgain } from '../session/SignInAgain.tsx'
import { labelOf, SENTENCES, violationWords } from '../words/problems.ts'
import { ProblemRecords } from './ProblemRecords.tsx'
import { AppLink, Copyable, RecordLink } from './RecordLink.tsx'

/** The problem of a refused request, with every violation. */
export function ProblemAlert({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null
  if (!(error instanceof ProblemError)) {
    return (
      <Alert
        color="red"
        title="Something went wrong on this page"
        icon={<CircleAlert />}
      >{`${error}`}</Alert>
    )
  }
  const { title, detail, code, type, errors = [], errorsTotal, requestId } = error.problem
  // The console's own problems have words of their own.
  const sentence = type === 'about:blank' ? undefined : SENTENCES[code]
  return (
    <Alert color="red" title={sentence ?? title} icon={<CircleAlert />} role="alert">
      {code === 'sign_in_required' ? (
        <SignInAgain problem={error.problem} />
      ) : (
        sentence === undefined && <Text size="sm">{detail}</Text>
      )}
      {code === 'proof_required' && (
        <AppLink to="/passkeys" fz="sm">
          Open Passkeys
        </AppLink>
      )}
      {errors.length > 0 && (
        <List size="sm" mt="xs">
          {errors.map((violation) => (
            <List.Item key={`${violation.pointer} ${violation.code} ${violation.detail}`}>
              <b>{labelOf(violation.pointer)}:</b>{' '}
              {violation.code !== code && violationWords(violation)}{' '}
              {violation.activeTransferId !== undefined && (
                <RecordLink type="transfer" id={violation.activeTransferId} />
              )}
              {violation.activeShipmentId !== undefined && (
                <RecordLink type="shipment" id={violation.activeShipmentId} />
              )}
            </List.Item>
          ))}
        </List>
      )}
      {errorsTotal !== undefined && errorsTotal > errors.length && (
        <Text size="sm">And {errorsTotal - errors.length} more.</Text>
      )}
      <ProblemRecords problem={error.problem} />
      {requestId !== '' && (
        <Text size="xs" mt="xs" c="dimmed" component="details">
          <summary>Details</summary>
          {sentence !== undefined && <p>{detail}</p>}
          Request ID <Copyable text={requestId} />
        </Text>
      )}
    </Alert>
  )
}
