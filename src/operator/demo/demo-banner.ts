import type { DemoPerson } from './demo-people.ts'
import type { DemoRecords } from './demo-records.store.ts'
import type { DemoToken, DemoTokens } from './demo-tokens.ts'

/** The contents of the banner. */
export interface DemoDetails {
  /** As a browser on this machine can open it. */
  readonly url: string
  /** The address of the pages; browsers make no passkey at an IP address. */
  readonly consoleUrl: string
  readonly metricsUrl: string
  readonly hasDocs: boolean
  readonly hasConsole: boolean
  /** The default port if another program has it and the demo took a free one. */
  readonly portTaken: number | null
  readonly dataDir: string
  readonly startedAt: Date
  readonly records: DemoRecords
  readonly tokens: DemoTokens
  readonly people: readonly DemoPerson[]
  /** The demo receives the webhooks of the first organization there. */
  readonly receiverUrl: string
}

/** The text by which a person tries the service; its commands can be copied as they are. */
export function demoBanner(details: DemoDetails): string {
  const { url, metricsUrl, hasDocs, hasConsole, portTaken, dataDir, tokens, receiverUrl } = details
  const { consoleUrl } = details
  const moved =
    portTaken === null ? '' : `  (port ${portTaken} is taken; set PORT to choose another)`
  const until = tokens.operator.expiresAt.toISOString().slice(0, 10)
  const what = hasConsole
    ? 'Console: each link asks, then signs in by the token at its end'
    : 'Tokens'
  const start = hasConsole ? `${consoleUrl}/console#token=` : ''
  const roles = Object.values(tokens).map(
    ({ role, purpose, organizationId, token }) =>
      `  ${role} of ${organizationId}: ${purpose}\n    ${start}${token}`,
  )
  return `
Vault Inventory Service, a demo: every record is synthetic.

${what}, valid until ${until}; those of earlier runs are revoked
${roles.join('\n')}
${hasConsole ? signIns(details, until) : ''}
Address  ${url}${moved}
Docs     ${hasDocs ? `${url}/docs` : 'DOCS=off'}
Metrics  ${metricsUrl}

Commands to paste; each prints the response and its status

${commands(details).join('\n\n')}

A webhook endpoint sends each event to ${receiverUrl}.
The receiver is part of the demo: it verifies the signatures, and logs each event below.

Stop: Ctrl-C. Until then each request is logged below.
Data: ${dataDir} keeps everything for the next run; delete that folder to start over.
`
}

/** A link for each person. */
function signIns({ consoleUrl, people, tokens }: DemoDetails, until: string): string {
  if (people.length === 0) return ''
  const links = people.map(
    ({ name, roles, code }) =>
      `  ${name} (${roles.join(', ')})\n    ${consoleUrl}/console#code=${code}`,
  )
  return `
People of ${tokens.operator.organizationId}: each link signs in once, until ${until}
${links.join('\n')}
`
}

/** The four operations, a transfer from pending to done, and the events of all of it. */
function commands({ url, tokens, records, startedAt }: DemoDetails): string[] {
  const { approver, auditor, integrator, operator } = tokens
  const { accountId, source, pending } = records
  const reading = (title: string, path: string | undefined) => pasted(title, auditor, url, path)
  const transfer = {
    fromFboAccountId: source?.accountId,
    toFboAccountId: accountId,
    notes: 'Demo transfer',
    items: source?.itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' })),
  }
  const phone = { phone: '+1 206 555 0142' }
  const item = { fboAccountId: accountId, description: 'Gold bar', declaredValueCents: '340000' }
  return [
    pasted(
      'Create Transfer; a second run is refused, because the first claimed the items',
      integrator,
      url,
      source === null ? undefined : '/transfers',
      { method: 'POST', body: transfer },
    ),
    pasted('Update FBO Account', operator, url, `/fbo-accounts/${accountId}`, {
      method: 'PATCH',
      body: phone,
    }),
    reading('Get FBO Account', `/fbo-accounts/${accountId}`),
    reading('List Outbound Shipments', '/outbound-shipments?status=shipped&limit=5'),
    pasted('Approve Transfer; its creator cannot', approver, url, pending?.approvalPath, {
      method: 'POST',
    }),
    reading('List Inventory Movements of one of its items', pending?.movementsPath),
    reading('List Holdings of the destination; ?asOf= shows a past moment', pending?.holdingsPath),
    reading('List Transfers that are pending', '/transfers?status=pending&limit=5'),
    pasted('Take In Inventory Items; each run takes in one', integrator, url, '/inventory-items', {
      method: 'POST',
      body: item,
    }),
    reading(
      'List Events since this start; with wait=30 it waits for the next one',
      `/events?limit=1000&occurredFrom=${startedAt.toISOString()}`,
    ),
  ]
}

/**
 * A command. Single quotes are enough: ids and tokens are of letters, digits, _ and -.
 * @param path undefined if no record is left that fits
 */
function pasted(
  title: string,
  { role, token }: DemoToken,
  url: string,
  path: string | undefined,
  change?: { readonly method: 'POST' | 'PATCH'; readonly body?: object },
): string {
  if (path === undefined) return `${title}\nNo record fits any more: start over to try it.`
  const method = change === undefined ? '' : ` -X ${change.method}`
  const lines = [
    `curl -sS${method} -w '\\n%{http_code}\\n' '${url}/v1${path}'`,
    `  -H 'Authorization: Bearer ${token}'`,
    ...(change?.body === undefined
      ? []
      : ["  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(change.body)}'`]),
  ]
  return `As ${role}: ${title}\n${lines.join(' \\\n')}`
}
