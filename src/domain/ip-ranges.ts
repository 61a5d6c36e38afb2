import ipaddr from 'ipaddr.js'

/** A block of addresses, as its first address and the length of its prefix in bits. */
export type AddressBlock = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/**
 * An address, or a block of addresses in CIDR notation, in the one way that we write it:
 * `192.0.2.7/32`, `2001:db8::/32`; undefined where it is neither, or has bits beyond its prefix.
 */
export function addressBlock(text: string): string | undefined {
  const block = readBlock(text)
  return block === undefined ? undefined : `${block[0]}/${block[1]}`
}

/** Blocks as `isInBlocks` takes them, from texts that `addressBlock` wrote. */
export function readBlocks(texts: readonly string[]): readonly AddressBlock[] {
  return texts.map((text) => readBlock(text) as AddressBlock)
}

/** Whether an address lies in one of the blocks. One of IPv4 may come as IPv6 has it. */
export function isInBlocks(address: string, blocks: readonly AddressBlock[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const asked = ipaddr.process(address)
  return blocks.some((block) => matches(asked, block))
}

/** Whether all of a block lies in one of the blocks. */
export function isBlockWithin(block: string, blocks: readonly string[]): boolean {
  const [first, prefix] = readBlock(block) as AddressBlock
  return blocks.some((other) => {
    const outer = readBlock(other) as AddressBlock
    return prefix >= outer[1] && matches(first, outer)
  })
}

/** Who an address is counted as: itself, or its network of 64 bits, which is one customer's. */
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
  const [address = '', prefix] = text.split('/')
  const isIpv6 = ipaddr.IPv6.isValid(address) && !address.includes('%')
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !isIpv6) return undefined
  if (text.split('/').length > 2) return undefined
  const first = ipaddr.parse(address)
  if (first instanceof ipaddr.IPv6 && first.isIPv4MappedAddress()) {
    // What comes from one is compared as IPv4.
    return prefix === undefined || /^(9[6-9]|1[01]\d|12\d)$/.test(prefix)
      ? readBlock(`${first.toIPv4Address()}/${Number(prefix ?? 128) - 96}`)
      : undefined
  }
  const bits = first.kind() === 'ipv4' ? 32 : 128
  if (prefix === undefined) return [first, bits]
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > bits) {
    return undefined
  }
  const network = first.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  const isFirst = network.networkAddressFromCIDR(text).toString() === first.toString()
  return isFirst ? [first, Number(prefix)] : undefined
}
