import type { Identifier } from '../../src/domain/identifiers.ts'
import type { Dice } from './dice.ts'

/** Few of many, in one of several forms; now and then none, or one that an item has. */
export function chooseIdentifiers(dice: Dice): Identifier[] {
  return Array.from({ length: dice.upTo(2) }, () => {
    const value = `${dice.one(['A', 'a', ' a '])}${dice.upTo(60)}`
    return { scheme: dice.one(['serial', 'sku']), value }
  })
}
