import ipaddr from 'ipaddr.js'

/** A CIDR block: its first address, and the length of its prefix in bits. */
export type AddressBlock = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/**
 * The canonical form of an address or a CIDR block: `192.0.2.7/32`, `2001:db8::/32`. Undefined if
 * the text is neither, or if the address has bits set beyond its prefix.
 */
export function addressBlock(text: string): string | undefined {
  const block = readBlock(text)
  return block === undefined ? undefined : `${block[0]}/${block[1]}`
}

/** Parses blocks that `addressBlock` has written. */
export function readBlocks(texts: readonly string[]): readonly AddressBlock[] {
  return texts.map((text) => readBlock(text) as AddressBlock)
}

/** Whether an address lies in one of the blocks. It may be an IPv4-mapped IPv6 address. */
export function isInBlocks(address: string, blocks: readonly AddressBlock[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const asked = ipaddr.process(address)
  return blocks.some((block) => matches(asked, block))
}

/** Whether one of the blocks contains the whole block. */
export function isBlockWithin(block: string, blocks: readonly string[]): boolean {
  const [first, prefix] = readBlock(block) as AddressBlock
  return blocks.some((other) => {
    const outer = readBlock(other) as AddressBlock
    return prefix >= outer[1] && matches(first, outer)
  })
}

/** The key that rate limits count an address under: an IPv6 address counts as its /64 network. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const known = ipaddr.process(address)
  if (known.kind() === 'ipv4') return known.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${known}/64`)}/64`
}

function matches(address: ipaddr.IPv4 | ipaddr.IPv6, [first, prefix]: AddressBlock): boolean {
  return address.kind() === first.kind() && address.match(first, prefix)
}

function readBlock(text: string): AddressBlock | undefined {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`
  // The library also reads zones, and prefixes with leading zeros.
  if (cidr.includes('%') || !/\/(0|[1-9]\d*)$/.test(cidr)) return undefined
  const { IPv4, IPv6 } = ipaddr
  if (!IPv4.isValidCIDRFourPartDecimal(cidr) && !IPv6.isValidCIDR(cidr)) return undefined
  const [first, prefix] = ipaddr.parseCIDR(cidr)
  if (first instanceof IPv6 && first.isIPv4MappedAddress()) {
    // `isInBlocks` compares addresses of such a block as IPv4.
    return prefix < 96 ? undefined : readBlock(`${first.toIPv4Address()}/${prefix - 96}`)
  }
  const network = first instanceof IPv6 ? IPv6 : IPv4
  const isFirst = network.networkAddressFromCIDR(cidr).toString() === first.toString()
  return isFirst ? [first, prefix] : undefined
}
