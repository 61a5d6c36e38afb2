import type { VaultEvent } from './calls.ts'

/** A request that is no webhook of the service, or an old one. Respond with status 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

export interface Webhook {
  /** The body as it came, before it is parsed. */
  readonly body: string | Uint8Array
  /** Those of the request, as Fetch has them or Node, with small letters. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The endpoint's secret (`whsec_...`); several while it is rotated. */
  readonly secret: string | readonly string[]
  /** The attempt may be so old, or early: 300 if not given. */
  readonly toleranceSeconds?: number
}

/**
 * The event of a webhook, if a secret of yours signed it (Standard Webhooks). An event can come
 * twice: skip an `id` that you have stored.
 * @throws {WebhookVerificationError}
 */
export async function verifyWebhook(webhook: Webhook): Promise<VaultEvent> {
  const { headers, secret, toleranceSeconds = 300 } = webhook
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headerOf(headers, name),
  ) as [string, string, string]
  const ageSeconds = Date.now() / 1_000 - Number(timestamp)
  if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds) {
    throw new WebhookVerificationError('webhook-timestamp is too far from the time of this machine')
  }
  const body =
    typeof webhook.body === 'string' ? new TextEncoder().encode(webhook.body) : webhook.body
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  const secrets = typeof secret === 'string' ? [secret] : secret
  const keys = await Promise.all(secrets.map(importKey))
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? decoded(signature.slice(3)) : undefined
    if (bytes === undefined) continue
    for (const key of keys) {
      if (!(await crypto.subtle.verify('HMAC', key, bytes, signed))) continue
      return JSON.parse(new TextDecoder().decode(body)) as VaultEvent
    }
  }
  throw new WebhookVerificationError('No signature is by this secret, over this body')
}

function headerOf(headers: Webhook['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value === 'string') return value
  throw new WebhookVerificationError(`${name} is missing`)
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = decoded(secret.replace(/^whsec_/, ''))
  if (bytes === undefined || bytes.length === 0) throw new TypeError('The secret is not whsec_...')
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}
