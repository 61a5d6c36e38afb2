import { answerParent } from './child-process.ts'
import { httpTarget } from './http-target.ts'
import { type RoundOrder, runRound } from './round.ts'

/** A round against a server. */
export interface HttpOrder extends RoundOrder {
  readonly url: string
  readonly token: string
  readonly answers: 'judged' | 'constant'
  readonly keys?: 'used'
}

// The load has a process of its own, so that it can wait for nothing of the one that measures.
answerParent(async (order: HttpOrder) => {
  const target = httpTarget(order)
  try {
    return await runRound(target, order)
  } finally {
    await target.close()
  }
})
