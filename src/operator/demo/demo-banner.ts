import type { DemoDetails, DemoToken, DemoTokens } from './prepare-demo.ts'

/** The text by which a person tries the service; its commands can be copied as they are. */
export function demoBanner(demo: DemoDetails): string {
  const { url, consoleUrl, metricsUrl, portTaken, tokens, people, receiverUrl } = demo
  const until = tokens.operator.expiresAt.toISOString().slice(0, 10)
  const secret = (kind: 'token' | 'code', text: string) =>
    demo.hasConsole ? `${consoleUrl}/console#${kind}=${text}` : text
  const roles = Object.values(tokens).map(
    ({ role, purpose, organizationId, token }) =>
      `  ${role} of ${organizationId}: ${purpose}\n    ${secret('token', token)}`,
  )
  const signIns = people.map(
    ({ name, roles, code }) => `  ${name} (${roles.join(', ')})\n    ${secret('code', code)}`,
  )
  const each = `People of ${tokens.operator.organizationId}: each link signs in once, until ${until}`
  const what = demo.hasConsole
    ? 'Console: each link asks, then signs in by the token at its end'
    : 'Tokens'
  const moved = portTaken && `  (port ${portTaken} is taken; set PORT to choose another)`
  return `
Vault Inventory Service, a demo: every record is synthetic.

${what}, valid until ${until}; those of earlier runs are revoked
${roles.join('\n')}
${demo.hasConsole && people.length > 0 ? `\n${each}\n${signIns.join('\n')}\n` : ''}
Address  ${url}${moved ?? ''}
Docs     ${demo.hasDocs ? `${url}/docs` : 'DOCS=off'}
Metrics  ${metricsUrl}

Commands to paste; each prints the response and its status

${commands(demo)
  .map((command) => pasted(url, tokens, command))
  .join('\n\n')}

A webhook endpoint sends each event to ${receiverUrl}.
The receiver is part of the demo: it verifies the signatures, and logs each event below.

Stop: Ctrl-C. Until then each request is logged below.
Data: ${demo.dataDir} keeps everything for the next run; delete that folder to start over.
`
}

/** The path is null where no record is left that fits. */
type Command = [who: keyof DemoTokens, title: string, path: string | null, body?: object | 'POST']

/** The four operations, a transfer from pending to done, and the events of all of it. */
function commands({ records, startedAt }: DemoDetails): Command[] {
  const { accountId, source, pending } = records
  const approval = pending && `/transfers/${pending.id}/approve`
  const movements = pending && `/inventory-items/${pending.inventoryItemId}/movements`
  const holdings = pending && `/fbo-accounts/${pending.toFboAccountId}/holdings`
  const transfer = {
    fromFboAccountId: source?.accountId,
    toFboAccountId: accountId,
    notes: 'Demo transfer',
    items: source?.itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' })),
  }
  const item = { fboAccountId: accountId, description: 'Gold bar', declaredValueCents: '340000' }
  const refused = 'a second run is refused, because the first claimed the items'
  const events = `/events?limit=1000&occurredFrom=${startedAt.toISOString()}`
  const account = `/fbo-accounts/${accountId}`
  return [
    ['integrator', `Create Transfer; ${refused}`, source && '/transfers', transfer],
    ['operator', 'Update FBO Account', account, { phone: '+1 206 555 0142' }],
    ['auditor', 'Get FBO Account', account],
    ['auditor', 'List Outbound Shipments', '/outbound-shipments?status=shipped&limit=5'],
    ['approver', 'Approve Transfer; its creator cannot', approval, 'POST'],
    ['auditor', 'List Inventory Movements of one of its items', movements],
    ['auditor', 'List Holdings of the destination; ?asOf= shows a past moment', holdings],
    ['auditor', 'List Transfers that are pending', '/transfers?status=pending&limit=5'],
    ['integrator', 'Take In Inventory Items; each run takes in one', '/inventory-items', item],
    ['auditor', 'List Events since this start; with wait=30 it waits for the next one', events],
  ]
}

/** A command. Single quotes are enough: ids and tokens are of letters, digits, _ and -. */
function pasted(url: string, tokens: DemoTokens, [who, title, path, body]: Command): string {
  if (path === null) return `${title}\nNo record fits any more: start over to try it.`
  const { role, token }: DemoToken = tokens[who]
  const method = body && (who === 'operator' ? ' -X PATCH' : ' -X POST')
  const lines = [
    `curl -sS${method ?? ''} -w '\\n%{http_code}\\n' '${url}/v1${path}'`,
    `  -H 'Authorization: Bearer ${token}'`,
  ]
  if (typeof body === 'object') {
    lines.push("  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(body)}'`)
  }
  return `As ${role}: ${title}\n${lines.join(' \\\n')}`
}
