import { organizationId } from './dataset.ts'
import { type BenchRequest, PAGE_SIZE } from './loads.ts'

/** A response was right, a refusal that was due, or what was wrong instead. */
export type Verdict = 'right' | 'refused' | { readonly unexpected: string }

const READ_WHOLE_EVERY = 64
const ACCOUNT = [
  'id',
  'organizationId',
  'firstName',
  'lastName',
  'email',
  'phone',
  'businessName',
  'maxInsuredValueCents',
  'createdAt',
]
const MEMBERS = {
  getFboAccount: [...ACCOUNT, 'isPrimary'],
  updateFboAccount: ACCOUNT,
  listOutboundShipments: [
    'id',
    'fboAccountId',
    'organizationId',
    'status',
    'shippedAt',
    'createdAt',
  ],
  createTransfer: [
    'id',
    'fromFboAccountId',
    'toFboAccountId',
    'organizationId',
    'status',
    'totalItems',
    'approvedBySystem',
    'notes',
    'createdAt',
  ],
}

/**
 * Judges responses: each by its status and by values that only the right one has, every 64th by all
 * its members, so that the judge takes little of the machine that is measured.
 */
export class ResponseJudge {
  #judged = 0

  judge(request: BenchRequest, status: number, body: string): Verdict {
    this.#judged += 1
    const wanted = request.operation === 'createTransfer' ? (request.refused ? 409 : 201) : 200
    if (status !== wanted) return { unexpected: `${status} ${codeOf(body)}` }
    const missing = reporting(request).find((text) => !body.includes(text))
    if (missing !== undefined) return { unexpected: `${status} without ${missing}` }
    if (wanted === 409) return 'refused'
    const wrong = this.#judged % READ_WHOLE_EVERY === 0 ? memberViolation(request, body) : undefined
    return wrong === undefined ? 'right' : { unexpected: wrong }
  }
}

/** Text of the right response that hardly any other has. */
function reporting(request: BenchRequest): string[] {
  switch (request.operation) {
    case 'getFboAccount':
      return [`"id":"${request.fboAccountId}"`]
    case 'updateFboAccount':
      return [`"id":"${request.fboAccountId}"`, `"email":"${request.changes.email}"`]
    case 'listOutboundShipments': {
      const ofStatus = request.status === undefined ? [] : [`"status":"${request.status}"`]
      const organization = `"organizationId":"${organizationId(request.organization)}"`
      return [`"page":${request.page}`, '"hasMore":true', organization, ...ofStatus]
    }
    case 'createTransfer': {
      const { fromFboAccountId, items } = request.transfer
      if (request.refused) return ['item_not_in_vault', items[0]?.inventoryItemId as string]
      return [`"fromFboAccountId":"${fromFboAccountId}"`, `"totalItems":${items.length}`]
    }
  }
}

function memberViolation(request: BenchRequest, body: string): string | undefined {
  const { data } = JSON.parse(body) as { data: Record<string, unknown> | Record<string, unknown>[] }
  const records = Array.isArray(data) ? data : [data]
  if (Array.isArray(data) && data.length !== PAGE_SIZE) return `a page of ${data.length}`
  const wanted = MEMBERS[request.operation].toSorted().join()
  for (const record of records) {
    if (Object.keys(record).sort().join() !== wanted) return 'other members than specified'
    if (record.organizationId !== organizationId(request.organization)) {
      return "another organization's record"
    }
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
