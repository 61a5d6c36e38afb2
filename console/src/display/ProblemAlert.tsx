import { Alert, List, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { isOutcomeUnknown, localProblem, ProblemError } from '../api/request.ts'
import type { Problem } from '../api/schema.ts'
import { SignInAgain } from '../session/SignInAgain.tsx'
import { labelOf, SENTENCES, violationWords } from '../words/problems.ts'
import { AppLink, Copyable, RecordLink } from './RecordLink.tsx'

export function ProblemAlert({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null
  const { problem } = error instanceof ProblemError ? error : unexpected(error)
  const { title, detail, code, type, errors = [], errorsTotal = 0, requestId } = problem
  // The console's own problems have words of their own.
  const sentence = type === 'about:blank' ? undefined : SENTENCES[code]
  return (
    <Alert color="red" title={sentence ?? title} icon={<CircleAlert />} role="alert">
      {code === 'sign_in_required' ? (
        <SignInAgain problem={problem} />
      ) : (
        sentence === undefined && <Text>{detail}</Text>
      )}
      {code === 'proof_required' && <AppLink to="/passkeys">Open Passkeys</AppLink>}
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
      {errorsTotal > errors.length && <Text>And {errorsTotal - errors.length} more.</Text>}
      <Records problem={problem} />
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

function unexpected(error: unknown): ProblemError {
  const title = 'Something went wrong on this page'
  return localProblem({ title, detail: `${error}`, status: 500, code: 'internal_error' })
}

/** The number of records of each kind that are shown: a problem names up to a hundred. */
const SHOWN = 10

/** Links to the records that a problem names: those that claim an item, or use an account. */
function Records({ problem }: { readonly problem: Problem }) {
  const { activeTransferId: transfer, activeShipmentId: shipment } = problem
  const { inventoryItemIds = [], transferIds = [], outboundShipmentIds = [] } = problem
  const { accessTokensTotal, peopleTotal } = problem
  if (accessTokensTotal !== undefined && peopleTotal !== undefined) {
    return (
      <Text>
        Valid tokens: {accessTokensTotal.toLocaleString()}, people: {peopleTotal.toLocaleString()}.
      </Text>
    )
  }
  const kinds = [
    ['transfer', 'In the transfer', transfer ? [transfer] : []],
    ['shipment', 'In the shipment', shipment ? [shipment] : []],
    ['item', 'Items', inventoryItemIds, problem.inventoryItemsTotal],
    ['transfer', 'Transfers', transferIds, problem.transfersTotal],
    ['shipment', 'Shipments', outboundShipmentIds, problem.outboundShipmentsTotal],
  ] as const
  return kinds.map(([type, label, ids, total = ids.length]) =>
    ids.length === 0 ? null : (
      <div key={label}>
        <Text mt="xs" fw={600}>
          {total === 1 ? label.replace(/s$/, '') : `${label} (${total.toLocaleString()})`}
        </Text>
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {ids.slice(0, SHOWN).map((id) => (
            <List.Item key={id}>
              <RecordLink type={type} id={id} />
            </List.Item>
          ))}
        </List>
        {total > SHOWN && <Text>And {(total - SHOWN).toLocaleString()} more.</Text>}
      </div>
    ),
  )
}

/** Why a change failed, and advice if it may have been made in spite of that. */
export function Failure({ error, advice = SAFE }: { error: unknown; advice?: string }) {
  return (
    <>
      <ProblemAlert error={error} />
      {isOutcomeUnknown(error) && (
        <Text my="xs" role="status">
          We cannot tell whether this went through. {advice}
        </Text>
      )}
    </>
  )
}

const SAFE = 'You can safely try again: it will not be done twice.'
