import type { Action, Of } from './actions.ts'
import type { ModelToken, VaultModel } from './model-state.ts'
import { predictMakePrimary, predictSetMaximum, predictUpdateProfile } from './predict-accounts.ts'
import { predictCreateAccount, predictTakeIn, predictUpdateAccount } from './predict-books.ts'
import { predictUpdateShipment } from './predict-directions.ts'
import {
  predictChangeItem,
  predictUpdateItem,
  predictUpdatePolicy,
} from './predict-items-and-policy.ts'
import { predictExposure, predictGet } from './predict-reads.ts'
import { predictDecideRevaluation, predictRevalue } from './predict-revaluations.ts'
import { predictCreateShipment, predictMoveShipment } from './predict-shipments.ts'
import {
  predictCreateTransfer,
  predictDecideTransfer,
  predictUpdateTransfer,
} from './predict-transfers.ts'
import type { Prediction } from './prediction.ts'
import { toRequest } from './requests.ts'

type Predict<Of> = (model: VaultModel, caller: ModelToken, action: Of) => Prediction

const PREDICT: { readonly [Op in Action['op']]: Predict<Of<Op>> } = {
  createAccount: predictCreateAccount,
  updateAccount: predictUpdateAccount,
  setMaximum: predictSetMaximum,
  makePrimary: predictMakePrimary,
  updateProfile: predictUpdateProfile,
  takeIn: predictTakeIn,
  changeItem: predictChangeItem,
  updateItem: predictUpdateItem,
  revalue: predictRevalue,
  decideRevaluation: predictDecideRevaluation,
  createTransfer: predictCreateTransfer,
  decideTransfer: predictDecideTransfer,
  updateTransfer: predictUpdateTransfer,
  createShipment: predictCreateShipment,
  moveShipment: predictMoveShipment,
  updateShipment: predictUpdateShipment,
  updatePolicy: predictUpdatePolicy,
  getPolicy: ({ policy }) => ({ status: 200, body: () => ({ data: policy }) }),
  getExposure: predictExposure,
  get: predictGet,
}

/** The response to this caller's action in the present state. Changes nothing by itself. */
export function predict(model: VaultModel, caller: ModelToken, action: Action): Prediction {
  const { method, permission } = toRequest(action)
  if (method !== 'GET' && !caller.mayWrite) {
    const members = { requiredPermission: permission }
    return { status: 403, code: 'insufficient_permission', members }
  }
  return (PREDICT[action.op] as Predict<Action>)(model, caller, action)
}
