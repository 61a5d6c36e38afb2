import canonicalize from 'canonicalize'

/** The canonical form (RFC 8785) of a JSON document. */
export function canonical(document: object): string {
  return canonicalize(document) as string
}
