import { Dice } from '../../../model/dice.ts'
import type { Draft } from './draft.ts'
import { changeBody, syntheticJson } from './hostile-bodies.ts'
import { changeFraming } from './hostile-framing.ts'
import { changeHead } from './hostile-heads.ts'
import type { Callers, Pool } from './pool.ts'
import { ValidRequests } from './valid-requests.ts'

/** The next one of requests of all kinds: equal for equal seeds and equal responses. */
export function generatedRequests(means: { pool: Pool; callers: Callers; seed: number }) {
  const dice = new Dice(means.seed)
  const { callers } = means
  const made = syntheticJson(means.seed)
  const valid = new ValidRequests({ ...means, dice })
  /** Requests under a key, the latest ones: a client that lost its response sends them again. */
  const keyed: Draft[] = []

  return (): Draft => {
    if (keyed.length > 0 && dice.chance(0.03)) {
      return { ...structuredClone(dice.one(keyed)), kind: 'valid, sent again' }
    }
    const draft = valid.next()
    if (draft.headers.some((line) => line.startsWith('Idempotency-Key'))) {
      keyed.push(structuredClone(draft))
      if (keyed.length > 50) keyed.shift()
    }
    const operation = valid.operations.find((one) => one.operationId === draft.operationId)
    if (operation === undefined || dice.chance(0.35)) return draft
    if (dice.chance(0.12)) changeFraming(draft, dice)
    else if (draft.body !== undefined && dice.chance(0.55)) {
      changeBody(draft, operation, dice, made)
    } else {
      const alike = valid.operations.filter(({ path }) => path === operation.path)
      const methods = alike.map(({ method }) => method)
      changeHead(draft, { operation, methods, dice, callers })
    }
    return draft
  }
}
