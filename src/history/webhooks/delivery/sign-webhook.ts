import { Webhook } from 'standardwebhooks'
import type { RepeatedLog } from '../../../runtime/log/log.ts'
import type { Secrets } from '../../../runtime/secrets/secrets.ts'
import { secretContext } from '../endpoints/webhook-endpoint.ts'
import type { Destination } from './claim-deliveries.store.ts'
import type { EndpointWithWork } from './find-work.store.ts'

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

/** The secret of an endpoint cannot be decrypted, which was logged. */
export class SecretUnreadable extends Error {}

/**
 * The secrets of an endpoint that sign. A previous one that cannot be decrypted is left out.
 * @throws {SecretUnreadable} if the current one cannot be decrypted
 */
export function decryptSecrets(
  { organizationId, endpointId }: Omit<EndpointWithWork, 'isFailing'>,
  { encryptedSecret, previousEncryptedSecret }: Destination,
  secrets: Secrets,
  hourlyLog: RepeatedLog,
): readonly string[] {
  const context = secretContext(organizationId, endpointId)
  const decrypt = (encrypted: string | null, line: string) => {
    if (encrypted === null) return []
    try {
      return [secrets.decrypt(encrypted, context)]
    } catch (err) {
      hourlyLog.write('error', line, { err, organizationId, endpointId })
      return []
    }
  }
  const current = decrypt(encryptedSecret, 'webhooks not sent: a secret cannot be decrypted')
  if (current.length === 0) throw new SecretUnreadable()
  const line = 'webhooks sent without the previous secret: it cannot be decrypted'
  return [...current, ...decrypt(previousEncryptedSecret, line)]
}
