import { Webhook } from 'standardwebhooks'

/**
 * The headers of a webhook by the Standard Webhooks specification, with one signature for each
 * secret: of the event's id, the time of the attempt, and the body as it is sent.
 * @param secrets `whsec_` and base64
 */
export function webhookHeaders(
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body))
  return {
    'content-type': 'application/json',
    'user-agent': 'vault-inventory',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  }
}
