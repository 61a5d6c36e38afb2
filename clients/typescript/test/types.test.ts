import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClient,
  type EventOf,
  type Problem,
  ProblemError,
  type Schema,
  type VaultEvent,
} from '../src/client.ts'
import { problem, scriptedFetch, success } from './scripted-fetch.ts'

// `npm run check` compiles this: an `@ts-expect-error` above a line without an error is one.

/** As somebody writes who branches on a problem. */
function advice(one: Problem): string {
  switch (one.code) {
    case 'insured_value_exceeded':
      return `${one.exposureCents} of ${one.maxInsuredValueCents}`
    case 'invalid_state_transition':
      return `${one.currentStatus}: ${one.allowed?.join()}`
    case 'version_conflict': {
      const status: 412 = one.status
      // @ts-expect-error: it has no members of other codes.
      return `${status} ${one.exposureCents}`
    }
    // @ts-expect-error: there is no such code.
    case 'insured_value_exeeded':
      return ''
    default:
      return one.detail
  }
}

/** As somebody writes who branches on an event. */
function subject(event: VaultEvent): string {
  if (event.type === 'transfer.completed') return `${event.data.totalItems} items`
  // @ts-expect-error: the data of events differ, so nothing is known of this one's.
  return event.data.totalItems
}

test('a problem is narrowed by its code, an event by its type', async () => {
  const { fetch } = scriptedFetch(problem(412, 'version_conflict'))
  const client = createClient({ url: 'http://vault.test', token: 't', fetch })
  const error = await client.getCaller().catch((reason: unknown) => reason)
  assert.ok(error instanceof ProblemError)
  assert.equal(advice(error.problem), '412 undefined')
  const completed = { type: 'transfer.completed', data: { totalItems: 2 } }
  assert.equal(subject(completed as EventOf<'transfer.completed'>), '2 items')
})

test('calls take what their operation takes, and nothing else', async () => {
  const { fetch } = scriptedFetch(success({ status: 'pending' }))
  const client = createClient({ url: 'http://vault.test', token: 't', fetch })
  const { data } = await client.getTransfer({ id: 'a' })
  const transfer: Schema<'TransferDetails'> = data
  assert.equal(transfer.status, 'pending')
  // None of these is called.
  const refused = [
    // @ts-expect-error: the id is missing.
    () => client.getTransfer({}),
    // @ts-expect-error: the status is misspelt.
    () => client.listOutboundShipments({ status: 'shiped' }),
    // @ts-expect-error: a step without a body takes its id alone.
    () => client.deliverOutboundShipment({ id: 'a', reason: 'b' }),
    // @ts-expect-error: the account that the items go to is missing.
    () => client.createTransfer({ fromFboAccountId: 'a', items: [] }),
    // @ts-expect-error: a file has a type.
    () => client.createImport({ type: 'items', csv: '' }),
    // @ts-expect-error: an update takes no key.
    () => client.updateFboAccount({ id: 'a' }, { idempotencyKey: 'b' }),
    // @ts-expect-error: a transfer is no list.
    () => client.getTransfer({ id: 'a' }).pages(),
  ]
  assert.equal(refused.length, 7)
})
