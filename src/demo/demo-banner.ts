import type { DemoRecords } from './demo-records.store.ts'
import type { DemoToken, DemoTokens } from './demo-tokens.ts'

/** The contents of the banner. */
export interface DemoDetails {
  /** As a browser on this machine can open it. */
  readonly url: string
  readonly metricsUrl: string
  readonly hasDocs: boolean
  readonly hasConsole: boolean
  /** The default port if another program has it and the demo took a free one. */
  readonly portTaken: number | null
  readonly dataDir: string
  readonly startedAt: Date
  /** The commands are for the first. */
  readonly organizations: readonly [DemoRecords, ...DemoRecords[]]
  readonly tokens: DemoTokens
  /** The demo receives the webhooks of the first organization there. */
  readonly receiverUrl: string
}

/** The text by which a person tries the service; its commands can be copied as they are. */
export function demoBanner(details: DemoDetails): string {
  const { url, metricsUrl, hasDocs, portTaken, dataDir, organizations, receiverUrl } = details
  const moved =
    portTaken === null ? '' : `  (port ${portTaken} is taken; set PORT to choose another)`
  return `
Vault Inventory Service, a demo: every record is synthetic.

${roles(details)}

Address  ${url}${moved}
Docs     ${hasDocs ? `${url}/docs` : 'DOCS=off'}
Metrics  ${metricsUrl}

Organizations
${organizations.map(organizationLine).join('\n')}

The four operations, ready to paste; each prints the response and its status

${fourOperations(details).join('\n\n')}

From pending to done

${pendingToDone(details).join('\n\n')}

Nothing happens unseen

${events(details)}

A webhook endpoint sends each event to ${receiverUrl}.
The receiver is part of the demo: it verifies the signatures, and logs each event below.

Stop: Ctrl-C. Until then each request is logged below.
Data: ${dataDir} keeps everything for the next run; delete that folder to start over.
`
}

function organizationLine(organization: DemoRecords): string {
  const { id, name, accounts, items, itemsInVault, shipments, transfersPending } = organization
  const counts =
    `${thousands(accounts)} accounts, ` +
    `${thousands(items)} items (${thousands(itemsInVault)} in the vault), ` +
    `${thousands(shipments)} shipments, ${thousands(transfersPending)} pending transfers`
  return `  ${id}  ${name}: ${counts}`
}

/** A link for each role, or only its token if there is no console. */
function roles({ url, hasConsole, tokens }: DemoDetails): string {
  const until = tokens.operator.expiresAt.toISOString().slice(0, 10)
  const what = hasConsole
    ? 'Console: each link asks, then signs in by the token at its end'
    : 'Tokens'
  const start = hasConsole ? `${url}/console#token=` : ''
  const lines = Object.values(tokens).map(
    ({ role, purpose, organizationId, token }) =>
      `  ${role} of ${organizationId}: ${purpose}\n    ${start}${token}`,
  )
  return [`${what}, valid until ${until}; those of earlier runs are revoked`, ...lines].join('\n')
}

function fourOperations({ url, tokens, organizations }: DemoDetails): string[] {
  const { auditor, integrator, operator } = tokens
  const [{ accountId, source }] = organizations
  const account = `${url}/v1/fbo-accounts/${accountId}`
  const transfer = {
    fromFboAccountId: source?.accountId,
    toFboAccountId: accountId,
    notes: 'Demo transfer',
    items: source?.itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' })),
  }
  return [
    source === null
      ? 'Create Transfer\nNo account has two items in the vault any more: start over to try it.'
      : `Create Transfer, as ${integrator.role}; a second run is refused, because the first claimed the items
${curl(integrator, `${url}/v1/transfers`, { method: 'POST', body: transfer })}`,
    `Update FBO Account, as ${operator.role}
${curl(operator, account, { method: 'PATCH', body: { phone: '+1 206 555 0142' } })}`,
    `Get FBO Account, as ${auditor.role}\n${curl(auditor, account)}`,
    `List Outbound Shipments, as ${auditor.role}
${curl(auditor, `${url}/v1/outbound-shipments?status=shipped&limit=5`)}`,
  ]
}

/** A transfer is approved, its items have moved, and another item is taken in. */
function pendingToDone({ url, tokens, organizations }: DemoDetails): string[] {
  const [{ accountId, pending }] = organizations
  const { approver, auditor, integrator } = tokens
  const approval =
    pending === null
      ? ['Approve Transfer\nNo transfer is pending any more: create one first.']
      : [
          `Approve Transfer, as ${approver.role}; its creator cannot
${curl(approver, `${url}/v1/transfers/${pending.transferBatchId}/approve`, { method: 'POST' })}`,
          `List Inventory Movements of one of its items, as ${auditor.role}
${curl(auditor, `${url}/v1/inventory-items/${pending.itemId}/movements`)}`,
          `List Holdings of the destination account, as ${auditor.role}; add ?asOf= to read a past moment
${curl(auditor, `${url}/v1/fbo-accounts/${pending.toAccountId}/holdings`)}`,
        ]
  const item = {
    fboAccountId: accountId,
    description: 'Gold bar, 1 oz',
    declaredValueCents: '340000',
  }
  return [
    ...approval,
    `List Transfers that are pending, as ${auditor.role}
${curl(auditor, `${url}/v1/transfers?status=pending&limit=5`)}`,
    `Take In Inventory Items, as ${integrator.role}; each run takes in another item
${curl(integrator, `${url}/v1/inventory-items`, { method: 'POST', body: item })}`,
  ]
}

function events({ url, tokens: { auditor }, startedAt }: DemoDetails): string {
  const from = `occurredFrom=${startedAt.toISOString()}`
  return `List Events since this start, as ${auditor.role}; with wait=30 it waits for the next one
${curl(auditor, `${url}/v1/events?limit=1000&${from}`)}`
}

/** Single quotes are enough: ids and tokens are of letters, digits, _ and -. */
function curl(
  { token }: DemoToken,
  url: string,
  change?: { method: 'POST' | 'PATCH'; body?: object },
): string {
  const method = change === undefined ? '' : ` -X ${change.method}`
  return [
    `curl -sS${method} -w '\\n%{http_code}\\n' '${url}'`,
    `  -H 'Authorization: Bearer ${token}'`,
    ...(change?.body === undefined
      ? []
      : ["  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(change.body)}'`]),
  ].join(' \\\n')
}

function thousands(count: number): string {
  return count.toLocaleString('en-US')
}
