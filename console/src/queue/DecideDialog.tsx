import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import { money } from '../display/amounts.ts'
import { Dialog } from '../display/DialogForm.tsx'
import { EachConfirmation } from '../display/EachConfirmation.tsx'
import { counted } from '../display/format.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { useApproveWithProof, useAsksForProof } from '../passkeys/authenticator.ts'
import type { Row, Verb } from './queue-rows.tsx'

const STALE = ['inventory-items', 'fbo-accounts']
const PATHS = {
  transfer: 'transfers',
  shipment: 'outbound-shipments',
  revaluation: 'revaluations',
} as const

export type Entry = Row & { readonly kind: keyof typeof PATHS }

interface Props {
  readonly verb: Verb
  readonly entries: readonly Entry[]
  /** Called with the ids of the records that were decided. */
  readonly close: (decided: readonly string[]) => void
}

/** Decides several records. The version that the person saw goes with each decision. */
export function DecideDialog({ verb, entries, close }: Props) {
  const asksForProof = useAsksForProof()
  const approveWithProof = useApproveWithProof()
  const changes = {
    transfer: useChange(`POST /v1/transfers/{id}/${verb}`, STALE),
    shipment: useChange('POST /v1/outbound-shipments/{id}/approve', STALE),
    revaluation: useChange(`POST /v1/revaluations/{id}/${verb}`, STALE),
  }
  const versions = useQuery({
    queryKey: ['versions to decide', ...entries.map(({ id }) => id)],
    queryFn: () => Promise.all(entries.map(versionOf)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const decided = useRef<string[]>([])
  const end = () => close(decided.current)
  const decide = async (entry: Entry, reason: string) => {
    const { id, kind } = entry
    const ifMatch = versions.data?.[entries.indexOf(entry)]
    // The operations of all kinds have one form.
    const change = changes[kind] as typeof changes.shipment
    const send = (body: object) => change.mutateAsync({ path: { id }, ifMatch, body })
    await (verb === 'reject' ? send({ reason }) : approveWithProof(PATHS[kind], id, send))
    decided.current.push(id)
  }
  const sum = entries.reduce((total, { cents }) => total + BigInt(cents ?? 0), 0n)
  const isApproval = verb === 'approve'
  const label = `${isApproval ? 'Approve' : 'Reject'} ${counted('record', entries.length)}`
  return (
    <Dialog opened onClose={end} title={label} returnFocus={false}>
      <EachConfirmation
        label={label}
        records={entries}
        lineOf={({ title, cents }) => [title, cents && `, ${money(cents)}`]}
        explanation={
          <>
            Declared value of all: <b>{money(`${sum}`)}</b>. Each is decided by itself.
            {isApproval && asksForProof && ' Your device asks for your passkey for each.'}
          </>
        }
        done={isApproval ? 'Approved' : 'Rejected'}
        reason={isApproval ? undefined : 'required'}
        color={isApproval ? undefined : 'red'}
        isIncomplete={versions.data === undefined}
        work={decide}
      >
        <ProblemAlert error={versions.error} />
      </EachConfirmation>
    </Dialog>
  )
}

async function versionOf({ kind, id }: Entry) {
  return (await request(`GET /v1/${PATHS[kind]}/{id}`, { path: { id } })).etag
}
