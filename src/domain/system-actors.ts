/** Why the service changed something without a token. */
export const SYSTEM_ACTORS = {
  expiry: 'a transfer expired',
  policy: "the organization's policy approved a transfer, or declined to",
  command_line: "the vault's operator used the command line",
  identity_provider: 'the identity provider vouched for a person who signed in',
  sealing: 'the sealed log is signed every hour in which something happened',
  webhook_delivery: 'a webhook endpoint refused events for good, or failed for days',
} as const

export type SystemActor = keyof typeof SYSTEM_ACTORS
