import type { Identifier } from '../../src/domain/identifiers.ts'
import { isHeld, type ModelItem, type VaultModel } from './model-state.ts'
import type { PredictedError } from './prediction.ts'

export interface Placed extends Identifier {
  readonly pointer: string
}

/** The identifiers of a list, with their pointers. */
export function placed(identifiers: readonly Identifier[] = [], pointer: string): Placed[] {
  return identifiers.map((one, index) => ({ ...one, pointer: `${pointer}/${index}` }))
}

const keyOf = ({ scheme, value }: Identifier) =>
  `${scheme} ${value.replaceAll(' ', '').toLowerCase()}`

/** Identifiers that the request has twice. */
export function doubledErrors(all: readonly Placed[]): PredictedError[] {
  const keys = all.map(keyOf)
  return all.flatMap(({ pointer }, index): PredictedError[] =>
    keys.indexOf(keys[index] as string) === keys.lastIndexOf(keys[index] as string)
      ? []
      : [[pointer, 'duplicate_identifier']],
  )
}

/** Identifiers that another item in the vault has. */
export function takenErrors(
  model: VaultModel,
  all: readonly Placed[],
  own?: ModelItem,
): PredictedError[] {
  const others = [...model.items.values()].filter((item) => item !== own && isHeld(item))
  return all.flatMap((one): PredictedError[] => {
    const holder = others.find(({ identifiers }) =>
      identifiers.some((held) => keyOf(held) === keyOf(one)),
    )
    return holder === undefined
      ? []
      : [[one.pointer, 'identifier_taken', { inventoryItemId: holder.id }]]
  })
}
