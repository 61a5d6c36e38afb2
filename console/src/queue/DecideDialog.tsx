import { List, Modal, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readAgain, useChange } from '../api/queries.ts'
import { localProblem, request } from '../api/request.ts'
import { Confirmation } from '../display/Action.tsx'
import { money } from '../display/amounts.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useApproveWithProof, useAsksForProof } from '../passkeys/authenticator.ts'
import type { Row } from './queue-rows.tsx'

const STALE = ['inventory-items', 'fbo-accounts']
const PATHS = {
  transfer: 'transfers',
  shipment: 'outbound-shipments',
  revaluation: 'revaluations',
} as const
const DONE = { approve: 'Approved', reject: 'Rejected' } as const

export type Verb = keyof typeof DONE

/** A record that waits for a decision. */
export type Entry = Row & { readonly kind: keyof typeof PATHS }

interface Props {
  readonly verb: Verb
  readonly entries: readonly Entry[]
  /** Called with the ids of the records that were decided. */
  readonly close: (decided: readonly string[]) => void
}

/** Decides several records, each by a request of its own, and says what became of each. */
export function DecideDialog({ verb, entries, close }: Props) {
  const [results, setResults] = useState<ReadonlyMap<string, string>>(new Map())
  const client = useQueryClient()
  const decide = useDecide()
  const asksForProof = useAsksForProof()
  // The versions that the person saw when the dialog opened.
  const versions = useQuery({
    queryKey: ['versions to decide', ...entries.map(({ id }) => id)],
    queryFn: () => Promise.all(entries.map(versionOf)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isDone = ({ id }: Entry) => results.get(id) === DONE[verb]
  const run = async (reason = '') => {
    const found = new Map(results)
    for (const entry of entries.filter((each) => !isDone(each))) {
      const version = versions.data?.[entries.indexOf(entry)] ?? ''
      const result = await decide(entry, verb, version, reason).then(
        () => DONE[verb],
        (failure: Error) => `Refused: ${failure.message}`,
      )
      found.set(entry.id, result)
      setResults(new Map(found))
    }
    if ([...found.values()].every((result) => result === DONE[verb])) return
    await readAgain(client)
    throw SOME_REFUSED
  }
  const sum = entries.reduce((total, { cents }) => total + BigInt(cents ?? 0), 0n)
  const title = `${verb === 'approve' ? 'Approve' : 'Reject'} ${
    entries.length === 1 ? '1 record' : `${entries.length} records`
  }`
  const end = (all: boolean) =>
    close(entries.filter((each) => all || isDone(each)).map(({ id }) => id))
  return (
    <Modal opened onClose={() => end(false)} title={title} returnFocus={false}>
      <Confirmation
        label={title}
        explanation={
          <>
            <List size="sm" aria-label="Records to decide">
              {entries.map(({ id, title: name, cents }) => (
                <List.Item key={id}>
                  {name}
                  {cents && `, ${money(cents)}`}
                  <Text fw={600} role="status">
                    {results.get(id)}
                  </Text>
                </List.Item>
              ))}
            </List>
            Declared value of all: <b>{money(`${sum}`)}</b>. Each is decided by itself.
            {verb === 'approve' && asksForProof && ' Your device asks for your passkey for each.'}
          </>
        }
        reason={verb === 'reject' ? 'required' : undefined}
        color={verb === 'reject' ? 'red' : undefined}
        isIncomplete={versions.data === undefined || entries.every(isDone)}
        run={({ reason }) => run(reason)}
        onDone={() => end(true)}
        close={() => end(false)}
      >
        <ProblemAlert error={versions.error} />
      </Confirmation>
    </Modal>
  )
}

const SOME_REFUSED = localProblem({
  title: 'Not all were decided',
  detail: 'The list says why. You can try the others again.',
  status: 409,
  code: 'invalid_request',
})

/** Decides one record; its version goes with the decision. */
function useDecide() {
  const approveWithProof = useApproveWithProof()
  const approve = {
    transfer: useChange('POST /v1/transfers/{id}/approve', STALE),
    shipment: useChange('POST /v1/outbound-shipments/{id}/approve', STALE),
    revaluation: useChange('POST /v1/revaluations/{id}/approve', STALE),
  }
  const reject = {
    transfer: useChange('POST /v1/transfers/{id}/reject', STALE),
    revaluation: useChange('POST /v1/revaluations/{id}/reject', STALE),
  }
  return async ({ kind, id }: Entry, verb: Verb, ifMatch: string, reason: string) => {
    const path = { id }
    if (verb === 'reject') {
      return await reject[kind as keyof typeof reject].mutateAsync({
        path,
        ifMatch,
        body: { reason },
      })
    }
    return await approveWithProof<unknown>(
      (body) => approve[kind].mutateAsync({ path, ifMatch, body }),
      async () => (await request(`GET /v1/${PATHS[kind]}/{id}/approval`, { path })).body.data,
    )
  }
}

async function versionOf({ kind, id }: Entry): Promise<string> {
  return (await request(`GET /v1/${PATHS[kind]}/{id}`, { path: { id } })).etag ?? ''
}
