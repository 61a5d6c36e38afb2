import type { TObject } from 'typebox'
import type { CorrectedType } from '../../database/changes/corrections.ts'
import { listOperation } from '../../http/list-operation.ts'
import type { Route } from '../../http/operation.ts'
import type { OperationContract } from '../../http/operation-contract.ts'
import { CORRECTION, toCorrection } from './correction.ts'
import { CORRECTION_PAGES } from './corrections.store.ts'

interface CorrectionsList<Parameters extends TObject>
  extends Pick<
    OperationContract<Parameters>,
    'operationId' | 'path' | 'permission' | 'parameters' | 'notFound'
  > {
  readonly subjectType: CorrectedType
  /** Names the record: "one account". */
  readonly record: string
}

export function correctionsOperation<Parameters extends TObject>({
  subjectType,
  record,
  ...contract
}: CorrectionsList<Parameters>): Route {
  return listOperation({
    ...contract,
    description:
      `Lists what was put right in ${record}, oldest first, page by page: when, which member, ` +
      'from what to what, why and by whom.',
    whatMayChange: 'Corrections made in the meantime come at the end.',
    entry: CORRECTION,
    entries: 'corrections',
    pages: CORRECTION_PAGES[subjectType],
    toView: toCorrection,
  })
}
