import type { RecordName } from './actions.ts'
import type { Dice } from './dice.ts'
import type { VaultModel } from './model-state.ts'

/** An id of that kind: mostly of a fitting record, else of any, an unknown or a foreign one. */
export function chooseId<Name extends RecordName>(
  model: VaultModel,
  dice: Dice,
  record: Name,
  fits: (record: Records[Name]) => boolean = () => true,
): string {
  if (dice.chance(0.02)) return model.foreign[record]
  if (dice.chance(0.02)) return `${record}_unknown`
  const all = [...model[`${record}s`].values()] as Records[Name][]
  const fitting = all.filter(fits)
  const candidates = dice.chance(0.8) && fitting.length > 0 ? fitting : all
  return candidates.length === 0 ? `${record}_unknown` : dice.one(candidates).id
}

interface Records {
  account: VaultModel['accounts'] extends Map<string, infer T> ? T : never
  item: VaultModel['items'] extends Map<string, infer T> ? T : never
  transfer: VaultModel['transfers'] extends Map<string, infer T> ? T : never
  revaluation: VaultModel['revaluations'] extends Map<string, infer T> ? T : never
  shipment: VaultModel['shipments'] extends Map<string, infer T> ? T : never
}
