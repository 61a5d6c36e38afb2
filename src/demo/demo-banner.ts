import type { DemoCounts } from './count-demo-records.store.ts'
import type { DemoExamples } from './demo-examples.store.ts'
import type { DemoToken, DemoTokens } from './demo-tokens.ts'

/** What the banner tells. */
export interface DemoFacts {
  /** As a browser on this machine can open it. */
  readonly url: string
  readonly metricsUrl: string
  readonly hasDocs: boolean
  /** The usual port, where another program has it and the demo moved to a free one. */
  readonly portTaken: number | null
  readonly dataDir: string
  readonly organizations: readonly (DemoCounts & { readonly id: string })[]
  readonly tokens: DemoTokens
  readonly examples: DemoExamples
}

/** What a person needs to try the service: plain text, whose commands can be copied as they are. */
export function demoBanner(facts: DemoFacts): string {
  const { url, metricsUrl, hasDocs, portTaken, dataDir, organizations, tokens } = facts
  const moved = portTaken === null ? '' : `  (port ${portTaken} is taken; PORT chooses another)`
  const until = tokens.operator.expiresAt.toISOString().slice(0, 10)
  return `
Vault Inventory Service, a demo: every record is made up.

Address  ${url}${moved}
Docs     ${hasDocs ? `${url}/docs` : 'DOCS=off'}
Metrics  ${metricsUrl}

Organizations
${organizations.map(organizationLine).join('\n')}

Tokens, shown because this is a demo; valid until ${until}, those of earlier runs are revoked
${Object.values(tokens).map(tokenLines).join('\n')}

The four operations, ready to paste; each prints the response and its status

${fourOperations(facts).join('\n\n')}

From pending to done

${pendingToDone(facts).join('\n\n')}

Stop: Ctrl-C. Until then each request is logged below.
Data: ${dataDir} keeps everything for the next run; delete that folder to start over.
`
}

function organizationLine(organization: DemoFacts['organizations'][number]): string {
  const { id, name, accounts, items, itemsInVault, shipments, transfersPending } = organization
  const counts = [
    `${thousands(accounts)} accounts`,
    `${thousands(items)} items (${thousands(itemsInVault)} in the vault)`,
    `${thousands(shipments)} shipments`,
    `${thousands(transfersPending)} pending transfers`,
  ]
  return `  ${id}  ${name}: ${counts.join(', ')}`
}

function tokenLines({ role, purpose, organizationId, token }: DemoToken): string {
  return `  ${role} of ${organizationId}: ${purpose}\n    ${token}`
}

function fourOperations({ url, tokens, examples }: DemoFacts): string[] {
  const { accountId, source } = examples
  const account = `${url}/v1/fbo-accounts/${accountId}`
  const shipments = `${url}/v1/outbound-shipments?status=shipped&limit=5`
  return [
    source === null
      ? 'Create Transfer\nNo account has two items in the vault any more: start over to try it.'
      : `Create Transfer, as ${tokens.integrator.role}; pasted again it is refused, for the items are claimed then
${curl(tokens.integrator, `${url}/v1/transfers`, {
  method: 'POST',
  body: {
    fromFboAccountId: source.accountId,
    toFboAccountId: accountId,
    notes: 'Demo transfer',
    items: source.itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' })),
  },
})}`,
    `Update FBO Account, as ${tokens.operator.role}
${curl(tokens.operator, account, { method: 'PATCH', body: { phone: '+1 206 555 0142' } })}`,
    `Get FBO Account, as ${tokens.auditor.role}\n${curl(tokens.auditor, account)}`,
    `List Outbound Shipments, as ${tokens.auditor.role}\n${curl(tokens.auditor, shipments)}`,
  ]
}

/** What becomes of a transfer, where its items go, and how an item comes in. */
function pendingToDone({ url, tokens, examples }: DemoFacts): string[] {
  const { accountId, pending } = examples
  const { approver, auditor, integrator } = tokens
  const decision =
    pending === null
      ? ['Approve Transfer\nNo transfer is pending any more: create one first.']
      : [
          `Approve Transfer, as ${approver.role}; whoever created it cannot
${curl(approver, `${url}/v1/transfers/${pending.transferBatchId}/approve`, { method: 'POST' })}`,
          `List Inventory Movements of one of its items, as ${auditor.role}
${curl(auditor, `${url}/v1/inventory-items/${pending.itemId}/movements`)}`,
          `List Holdings of the account that it went to, as ${auditor.role}; with ?asOf=, as they were
${curl(auditor, `${url}/v1/fbo-accounts/${pending.toAccountId}/holdings`)}`,
        ]
  const item = {
    fboAccountId: accountId,
    description: 'Gold bar, 1 oz',
    declaredValueCents: '340000',
  }
  return [
    ...decision,
    `List Transfers that are pending, as ${auditor.role}
${curl(auditor, `${url}/v1/transfers?status=pending&limit=5`)}`,
    `Take In Inventory Items, as ${integrator.role}; pasted again it takes in another
${curl(integrator, `${url}/v1/inventory-items`, { method: 'POST', body: item })}`,
  ]
}

/** Nothing in it needs more than single quotes: ids and tokens are of letters, digits, _ and -. */
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
