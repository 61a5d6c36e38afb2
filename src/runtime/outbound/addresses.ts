import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { type AddressBlock, isInBlocks } from '../../domain/ip-ranges.ts'

/**
 * Public by its range, and yet no server of others: on Azure's machines it serves their own configuration.
 */
const PLATFORM_ADDRESSES: readonly string[] = ['168.63.129.16']

/** All public IPv6 addresses are in it; the library takes reserved ones for public, too. */
const GLOBAL_IPV6: AddressBlock = [ipaddr.IPv6.parse('2000::'), 3]

/** The prefix of NAT64, whose last 32 bits are an IPv4 address (RFC 6052). */
const NAT64: AddressBlock = [ipaddr.IPv6.parse('64:ff9b::'), 96]

/** No request may be sent to that URL; the message says why. */
export class UrlRefused extends Error {}

/** No request may be sent to that address. */
export class AddressRefused extends UrlRefused {
  /** The same for unknown names and for all addresses: which is which tells of the network. */
  constructor(setting: string, cause?: unknown) {
    super(
      'The host of the URL is unknown or not public. The operator of the vault can allow its ' +
        `network in ${setting}.`,
      { cause },
    )
  }
}

/**
 * Whether requests may be sent to an address: it is public and not this machine's, or in a network
 * that the operator allows. An IPv4 address within an IPv6 one (IPv4-mapped, NAT64) counts as that
 * IPv4 address, and one behind an ISATAP router must be allowed, too; other transitional addresses
 * (6to4, Teredo, IPv4-compatible) are refused.
 * @param address without brackets
 */
export function mayReceive(address: string, allowed: readonly AddressBlock[]): boolean {
  const written = canonical(address)
  if (written === undefined) return false
  const reached = reachedBy(written)
  const text = reached.toString()
  if (isInBlocks(written, allowed) || isInBlocks(text, allowed)) return true
  if (reached.range() !== 'unicast' || PLATFORM_ADDRESSES.includes(text)) return false
  if (isOwn(text)) return false
  if (reached instanceof ipaddr.IPv4) return true
  const behind = behindIsatap(reached)
  return reached.match(...GLOBAL_IPV6) && (behind === undefined || mayReceive(behind, allowed))
}

/**
 * Whether it is an address of this machine: a request to it would pass a firewall that filters only
 * what comes from outside. Interfaces change, and asking for them takes 0.1 ms.
 */
function isOwn(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return own.some((each) => ipaddr.process(each.address).toString() === address)
}

/** The IPv4 address that an ISATAP router would send to (RFC 5214, 6.1). */
function behindIsatap({ parts }: ipaddr.IPv6): string | undefined {
  const [, , , , first, second, third = 0, fourth = 0] = parts
  if ((first !== 0 && first !== 0x200) || second !== 0x5efe) return undefined
  return [third >> 8, third & 0xff, fourth >> 8, fourth & 0xff].join('.')
}

/** An address as URLs have it: the library takes `::8.8.8.8` for an IPv4-mapped one. */
function canonical(address: string): string | undefined {
  const version = isIP(address)
  if (version === 4) return address
  // A zone would choose an interface; URLs have none.
  return version === 6 ? URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) : undefined
}

function reachedBy(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4 || !parsed.match(...NAT64)) return parsed
  return new ipaddr.IPv4(parsed.toByteArray().slice(12))
}
