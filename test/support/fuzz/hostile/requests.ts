import { Dice } from '../../../model/dice.ts'
import type { Draft } from './draft.ts'
import { changeBody, Synthetic } from './hostile-bodies.ts'
import { changeFraming } from './hostile-framing.ts'
import { changeHead } from './hostile-heads.ts'
import type { Callers, Pool } from './pool.ts'
import { ValidRequests } from './valid-requests.ts'

/** Requests of all kinds: equal for equal seeds and equal responses. */
export class GeneratedRequests {
  readonly #dice: Dice
  readonly #valid: ValidRequests
  readonly #callers: Callers
  readonly #made: Synthetic
  /** Requests under a key, the latest ones: a client that lost its response sends them again. */
  readonly #keyed: Draft[] = []

  constructor(means: { pool: Pool; callers: Callers; seed: number }) {
    this.#dice = new Dice(means.seed)
    this.#callers = means.callers
    this.#made = new Synthetic(means.seed)
    this.#valid = new ValidRequests({ ...means, dice: this.#dice })
  }

  next(): Draft {
    const dice = this.#dice
    if (this.#keyed.length > 0 && dice.chance(0.03)) {
      return { ...structuredClone(dice.one(this.#keyed)), kind: 'valid, sent again' }
    }
    const draft = this.#valid.next()
    if (draft.headers.some((line) => line.startsWith('Idempotency-Key'))) {
      this.#keyed.push(structuredClone(draft))
      if (this.#keyed.length > 50) this.#keyed.shift()
    }
    const operation = this.#valid.operations.find((one) => one.operationId === draft.operationId)
    if (operation === undefined || dice.chance(0.35)) return draft
    if (dice.chance(0.12)) changeFraming(draft, dice)
    else if (draft.body !== undefined && dice.chance(0.55)) {
      changeBody(draft, operation, dice, this.#made)
    } else {
      const alike = this.#valid.operations.filter(({ path }) => path === operation.path)
      const methods = alike.map(({ method }) => method)
      changeHead(draft, { operation, methods, dice, callers: this.#callers })
    }
    return draft
  }
}
