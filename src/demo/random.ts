import { TypeID } from 'typeid-js'
import type { IdPrefix } from '../domain/ids.ts'

export const DAY_MS = 86_400_000

/** Numbers that look random and are the same on every run: mulberry32. Never for a secret. */
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

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** True in that share of cases. */
  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)] as T
  }

  /** A moment at or after the first and before the second, where there is one. */
  moment({ from, until }: { from: Date; until: Date }): Date {
    const span = Math.max(until.getTime() - from.getTime(), 0)
    return new Date(from.getTime() + Math.floor(this.next() * span))
  }

  /** An id as the service makes them (TypeID of a UUIDv7), as of the moment the record is from. */
  id(prefix: IdPrefix, createdAt: Date): string {
    const bytes = new Uint8Array(16).map(() => this.whole(0, 255))
    let rest = createdAt.getTime()
    for (let position = 5; position >= 0; position -= 1) {
      bytes[position] = rest % 256
      rest = Math.floor(rest / 256)
    }
    bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f)
    bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f)
    return TypeID.fromUUIDBytes(prefix, bytes).toString()
  }
}
