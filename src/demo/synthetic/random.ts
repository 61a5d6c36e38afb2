import { TypeID } from 'typeid-js'
import type { IdPrefix } from '../../domain/ids.ts'

export const DAY_MS = 86_400_000

/** Random numbers that are the same on every run (mulberry32). Never use them for a secret. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least)
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1))
  }

  /** True in that share of cases. */
  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)] as T
  }

  /** From `from` on and before `until`; `from` itself where `until` is not later. */
  moment({ from, until }: { from: Date; until: Date }): Date {
    const span = Math.max(until.getTime() - from.getTime(), 0)
    return new Date(from.getTime() + Math.floor(this.next() * span))
  }

  /** An id in the service's format (TypeID of a UUIDv7) of that moment. */
  id(prefix: IdPrefix, createdAt: Date): string {
    const bytes = Buffer.from(Array.from({ length: 16 }, () => this.whole(0, 255)))
    bytes.writeUIntBE(createdAt.getTime(), 0, 6)
    bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
    return TypeID.fromUUIDBytes(prefix, bytes).toString()
  }
}
