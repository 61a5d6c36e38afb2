/** The longest text, such as a key; an entry of a list; and how many it has, as a set has keys. */
const TEXT_LENGTH_MAX = 4_000
const ENTRY_LENGTH_MAX = 200
const ENTRIES_MAX = 100

/** Members of a configuration, and of a key (RFC 7517, 7518, 8037), that sign-ins read. */
const READ = [
  ...['issuer', 'authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'],
  ...['scopes_supported', 'token_endpoint_auth_methods_supported'],
  ...['id_token_signing_alg_values_supported', 'userinfo_signing_alg_values_supported'],
  'authorization_response_iss_parameter_supported',
  ...['kty', 'kid', 'use', 'alg', 'key_ops', 'n', 'e', 'crv', 'x', 'y'],
]

/**
 * The part of a provider's configuration, or of its keys, that is kept in memory, for as long as
 * the provider wants: members that nobody reads, or that are too long, are not.
 */
export function keptMetadata(document: unknown): object {
  const { keys } = Object(document) as { readonly keys?: unknown }
  const kept = Array.isArray(keys) && { keys: keys.slice(0, ENTRIES_MAX).map(keptMembers) }
  return { ...keptMembers(document), ...kept }
}

function keptMembers(of: unknown): object {
  const members = Object(of) as Readonly<Record<string, unknown>>
  const read = READ.map((name) => [name, bounded(members[name])] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

function bounded(value: unknown): unknown {
  if (typeof value === 'boolean' || isText(value, TEXT_LENGTH_MAX)) return value
  if (!Array.isArray(value)) return undefined
  return value.filter((entry) => isText(entry, ENTRY_LENGTH_MAX)).slice(0, ENTRIES_MAX)
}

function isText(value: unknown, lengthMax: number): value is string {
  return typeof value === 'string' && value.length <= lengthMax
}
