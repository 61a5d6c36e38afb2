import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type ConnectionOptions, checkServerIdentity, getCACertificates } from 'node:tls'

/** No TLS, TLS without a check of the server, or how to check the server. */
export type DatabaseTls = false | 'prefer' | 'require' | ConnectionOptions

const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']

/**
 * Takes `sslmode` and `sslrootcert` out of an address, with their meaning in libpq. Unlike libpq,
 * it refuses an authority that would not be used. Undefined when the address does not mention TLS.
 * @param host names separated by commas, an IP address, or a Unix socket's directory
 * @throws {Error} whose message completes "DATABASE_URL must be ..."
 */
export function takeTls(parameters: URLSearchParams, host: string): DatabaseTls | undefined {
  const rootCert = take(parameters, 'sslrootcert')
  const mode = take(parameters, 'sslmode') ?? (rootCert === 'system' ? 'verify-full' : undefined)
  // A parameter of other drivers, which PostgreSQL does not know.
  if (parameters.has('ssl')) throw new Error('an address with sslmode instead of ssl')
  if (mode !== undefined && !MODES.includes(mode)) {
    throw new Error(`an address whose sslmode is one of ${MODES.join(', ')}`)
  }
  const isVerifying = mode === 'verify-ca' || mode === 'verify-full'
  if (rootCert !== undefined && !isVerifying) {
    throw new Error(
      'an address with sslmode=verify-full if it has an sslrootcert: other modes do not use it',
    )
  }
  if (mode === undefined) return undefined
  if (host.startsWith('/') && (isVerifying || mode === 'require')) {
    throw new Error(`an address without sslmode=${mode}: a Unix socket has no TLS, and needs none`)
  }
  if (host.startsWith('/') || mode === 'disable') return false
  if (mode === 'prefer' || mode === 'require') return mode
  if (mode === 'verify-full') return verified(host, authorities(rootCert))
  // Anybody gets a certificate of a public authority, in some name.
  if (rootCert !== undefined && rootCert !== 'system') return signed(authorities(rootCert))
  throw new Error('an address whose sslrootcert names a file if sslmode is verify-ca')
}

function take(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = parameters.getAll(name)
  parameters.delete(name)
  if (more.length > 0) throw new Error(`an address with one ${name}`)
  return value
}

/** Requires a certificate of one of these authorities, in any name. */
function signed(ca: readonly string[] | undefined): ConnectionOptions {
  return {
    ...(ca !== undefined && { ca: [...ca] }),
    rejectUnauthorized: true,
    checkServerIdentity: () => undefined,
  }
}

/** Requires a certificate of one of these authorities, in the name of that host. */
function verified(host: string, ca: readonly string[] | undefined): ConnectionOptions {
  const hosts = host.split(',')
  if (hosts.length > 1 && hosts.some((one) => isIP(one) !== 0)) {
    throw new Error('an address with host names only, and no IP addresses, for verify-full')
  }
  return {
    ...signed(ca),
    // Node gets a name, but no IP address: it would check for localhost then.
    checkServerIdentity: (name, certificate) =>
      checkServerIdentity(isIP(host) === 0 ? name : host, certificate),
  }
}

/** Undefined: the authorities that Node includes. */
function authorities(rootCert: string | undefined): string[] | undefined {
  if (rootCert === undefined) return undefined
  return rootCert === 'system' ? systemAuthorities() : authoritiesIn(rootCert)
}

function systemAuthorities(): string[] {
  const authorities = getCACertificates('system')
  if (authorities.length > 0) return authorities
  throw new Error(
    'an address whose sslrootcert names a file: this system has no certificate authorities of its ' +
      'own (Debian: install ca-certificates)',
  )
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function authoritiesIn(path: string): string[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`an address whose sslrootcert can be read: "${path}" cannot (${code})`)
  }
  const certificates = text.match(CERTIFICATE) ?? []
  if (certificates.length > 0 && certificates.every(isCertificate)) return certificates
  throw new Error(`an address whose sslrootcert holds certificates in PEM: "${path}" does not`)
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== ''
  } catch {
    return false
  }
}
