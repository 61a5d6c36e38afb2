import type { BenchRequest } from './loads.ts'
import { ORGANIZATION } from './made-up-vault.ts'

/** A request was answered as it had to be, refused as it had to be, or what was wrong instead. */
export type Verdict = 'answered' | 'refused' | { readonly unexpected: string }

const READ_WHOLE_EVERY = 64
const ACCOUNT = [
  ...['id', 'organizationId', 'firstName', 'lastName', 'email', 'phone', 'businessName'],
  ...['maxInsuredValueCents', 'isPrimary', 'createdAt'],
]
const MEMBERS = {
  getFboAccount: ACCOUNT,
  updateFboAccount: ACCOUNT.filter((name) => name !== 'isPrimary'),
  listOutboundShipments: [
    ...['id', 'fboAccountId', 'organizationId', 'status', 'shippedAt', 'createdAt'],
  ],
  createTransfer: [
    ...['id', 'fromFboAccountId', 'toFboAccountId', 'organizationId', 'status', 'totalItems'],
    ...['approvedBySystem', 'notes', 'createdAt'],
  ],
}

/**
 * Judges answers: each one by its status and by the values that only the right answer has, every
 * 64th by all its members, so that the judge takes little of the machine that is measured.
 */
export class AnswerJudge {
  #judged = 0

  judge(request: BenchRequest, status: number, body: string): Verdict {
    this.#judged += 1
    const wanted = request.operation === 'createTransfer' ? (request.refused ? 409 : 201) : 200
    if (status !== wanted) return { unexpected: `${status} ${codeOf(body)}` }
    const missing = telling(request).find((text) => !body.includes(text))
    if (missing !== undefined) return { unexpected: `${status} without ${missing}` }
    const refused = wanted === 409
    if (!refused && this.#judged % READ_WHOLE_EVERY === 0) {
      const fault = memberFault(request, body)
      if (fault !== undefined) return { unexpected: fault }
    }
    return refused ? 'refused' : 'answered'
  }
}

/** What stands in the right answer and in hardly any other. */
function telling(request: BenchRequest): string[] {
  switch (request.operation) {
    case 'getFboAccount':
      return [`"id":"${request.fboAccountId}"`]
    case 'updateFboAccount':
      return [`"id":"${request.fboAccountId}"`, `"email":"${request.changes.email}"`]
    case 'listOutboundShipments': {
      const ofStatus = request.status === undefined ? [] : [`"status":"${request.status}"`]
      return [`"page":${request.page}`, '"hasMore":true', ...ofStatus]
    }
    case 'createTransfer': {
      const { fromFboAccountId, items } = request.transfer
      if (request.refused) return ['item_not_in_vault', items[0]?.inventoryItemId as string]
      return [`"fromFboAccountId":"${fromFboAccountId}"`, `"totalItems":${items.length}`]
    }
  }
}

function memberFault(request: BenchRequest, body: string): string | undefined {
  const { data } = JSON.parse(body) as { data: Record<string, unknown> | Record<string, unknown>[] }
  const records = Array.isArray(data) ? data : [data]
  if (Array.isArray(data) && data.length !== 25) return `a page of ${data.length}`
  const wanted = MEMBERS[request.operation].toSorted().join()
  for (const record of records) {
    if (Object.keys(record).sort().join() !== wanted) return 'other members than specified'
    if (record.organizationId !== ORGANIZATION) return "another organization's record"
  }
  if (request.operation === 'listOutboundShipments') {
    const created = records.map(({ createdAt }) => String(createdAt))
    if (created.join() !== created.toSorted().reverse().join()) return 'not the newest first'
    if (records.some(({ status }) => status !== (request.status ?? status))) return 'another status'
  }
  return undefined
}

function codeOf(body: string): string {
  return /"code":"(\w+)"/.exec(body)?.[1] ?? body.slice(0, 80)
}
