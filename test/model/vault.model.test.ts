/**
 * Random commands against the service and an in-memory model of the vault, side by side.
 *
 *   npm test -- test/model/vault.model.test.ts
 *   VAULT_MODEL_SEED=4711 VAULT_MODEL_COMMANDS=100000 \
 *     npm test -- --timeout 120 test/model/vault.model.test.ts
 *
 * A run is one organization and a few hundred commands; run number n has the seed VAULT_MODEL_SEED
 * + n, so the seed of a run that failed makes it the first.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { openVault } from '../support/vault/vault.ts'
import type { Action } from './actions.ts'
import { CHANGES, chooseAction, chooseCaller, READS, type Topic } from './choose-actions.ts'
import { compareWhole } from './compare-whole.ts'
import { Dice } from './dice.ts'
import type { VaultModel } from './model-state.ts'
import { toRequest } from './requests.ts'
import type { Step, VaultUnderTest } from './send-steps.ts'
import { letExpire, openOrganization, run, runTogether } from './vault-under-test.ts'

const { VAULT_MODEL_SEED, VAULT_MODEL_COMMANDS } = process.env
const seed = Number(VAULT_MODEL_SEED || randomInt(2 ** 30))
const commandsMin = Number(VAULT_MODEL_COMMANDS || 2_000)
const COMMANDS_PER_RUN_MAX = 400
const RUNS_AT_ONCE = 8
/** A failure is shrunk for this long. */
const SHRINK_MS = 30_000

/** Two updates of one account both succeed: no response says which was the last. */
const IN_NO_PAIR: readonly Topic[] = [
  'updatePolicy',
  'updateAccount',
  'setMaximum',
  'makePrimary',
  'updateProfile',
]

/** The model may be replaced after two simultaneous commands. */
interface Books {
  model: VaultModel
}

const vault = await openVault()
const env = { DATABASE_URL: databaseUrlOf(vault.connection), LOG_LEVEL: 'info' }
const [first, second] = await Promise.all([
  startServiceProcess({ env }),
  startServiceProcess({ env }),
])
const tested: VaultUnderTest = {
  clients: [new ApiClient(first.url, vault.app), new ApiClient(second.url, vault.app)],
  sql: vault.sql,
  records: vault.records,
  outcomes: new Map(),
}
let commandsRun = 0

class Command implements fc.AsyncCommand<Books, VaultUnderTest> {
  readonly topic: Topic | 'expire' | 'together'
  readonly dice: number
  #reported = ''

  constructor(topic: Topic | 'expire' | 'together', dice: number) {
    this.topic = topic
    this.dice = dice
  }

  check(): boolean {
    return true
  }

  async run(books: Books, real: VaultUnderTest): Promise<void> {
    this.#reported = ''
    const dice = new Dice(this.dice)
    if (this.topic === 'expire') return await this.#expire(books, real, dice)
    if (this.topic === 'together') return await this.#together(books, real, dice)
    commandsRun += 1
    await run(real, books.model, this.#step(books.model, dice, this.topic))
  }

  toString(): string {
    return this.#reported === '' ? `${this.topic} ${this.dice}` : this.#reported
  }

  async #expire({ model }: Books, real: VaultUnderTest, dice: Dice): Promise<void> {
    const pending = [...model.transfers.values()].filter(({ status }) => status === 'pending')
    if (pending.length === 0) return
    commandsRun += 1
    const { id } = dice.one(pending)
    this.#reported = `expire ${id}`
    await letExpire(real, model, id)
    real.outcomes.set('expire', (real.outcomes.get('expire') ?? 0) + 1)
  }

  async #together(books: Books, real: VaultUnderTest, dice: Dice): Promise<void> {
    // A system approval is a step of its own after the creation: others may come between the two.
    const { systemApproval } = books.model.policy
    const topics = CHANGES.filter((topic) => !IN_NO_PAIR.includes(topic))
    const [one, other] = [0, 1].map(() => this.#step(books.model, dice, dice.one(topics))) as [
      Step,
      Step,
    ]
    commandsRun += 1
    if (systemApproval !== 'off' || isAmbiguous(one, other)) {
      return await run(real, books.model, one)
    }
    commandsRun += 1
    const mayTurn = !CORRECTIONS.includes(one.action.op)
    const [process, turned] = [dice.upTo(1), mayTurn && dice.chance(0.5)]
    const pair: [Step, Step] = [
      { ...one, process },
      { ...(turned ? counterpart(one, other) : other), process: process + 1 },
    ]
    books.model = await runTogether(real, books.model, pair)
    real.outcomes.set('two at once', (real.outcomes.get('two at once') ?? 0) + 1)
  }

  #step(model: VaultModel, dice: Dice, topic: Topic): Step {
    const caller = chooseCaller(model, dice, topic)
    const action = chooseAction(model, dice, topic)
    const step = { caller, action, process: dice.upTo(1), ...manner(action, dice) }
    this.#reported += `${this.#reported === '' ? '' : ' and '}${JSON.stringify(step.action)}`
    return step
  }
}

/** Two at once may set the same values: no response says which one changed the record. */
const CORRECTIONS: readonly Action['op'][] = [
  'revalue',
  'updateItem',
  'updateShipment',
  'updateTransfer',
]

/** No response says which came last. */
function isAmbiguous(one: Step, other: Step): boolean {
  const ops = [one.action.op, other.action.op]
  return (
    (ops[0] === ops[1] && CORRECTIONS.includes(one.action.op)) ||
    (ops.includes('decideRevaluation') && ops.includes('createTransfer'))
  )
}

let keysMade = 0

/** A third of the changes are sent under a key, a quarter as a dry run first. */
function manner(action: Action, dice: Dice): Pick<Step, 'key' | 'isTried'> {
  const [isKeyed, isTried] = [dice.chance(0.33), dice.chance(0.25)]
  if (toRequest(action).method !== 'POST') return {}
  keysMade += 1
  return { isTried, ...(isKeyed && { key: `model-${keysMade}` }) }
}

/**
 * The other step, about the first one's record where both are of one kind; else the first again.
 */
function counterpart(one: Step, other: Step): Step {
  if (one.action.op === other.action.op && 'id' in one.action && 'id' in other.action) {
    return { ...other, action: { ...other.action, id: one.action.id } }
  }
  // An outsider is only chosen for some actions.
  const caller = other.caller.isOutsider ? one.caller : other.caller
  return { ...other, caller, action: one.action }
}

/** Topics by their frequency. */
const WEIGHTS: Record<number, readonly Command['topic'][]> = {
  0.5: ['createAccount', 'updateAccount'],
  1: ['setMaximum', 'makePrimary', 'updateProfile'],
  2: ['updatePolicy', 'expire'],
  2.4: READS,
  3: ['takeIn', 'updateItem', 'decideRevaluation', 'updateTransfer'],
  4: ['changeItem', 'revalue', 'createShipment'],
  5: ['together'],
  6: ['updateShipment'],
  8: ['createTransfer', 'decideTransfer'],
  12: ['moveShipment'],
}
const topics = fc.oneof(
  ...Object.entries(WEIGHTS).map(([weight, each]) => ({
    weight: Math.round(Number(weight) * each.length),
    arbitrary: fc.constantFrom(...each),
  })),
)
const command = fc
  .tuple(fc.noBias(topics), fc.noShrink(fc.noBias(fc.nat(2 ** 30))))
  .map(([topic, dice]) => new Command(topic, dice))
const commands = fc.commands([command], { maxCommands: COMMANDS_PER_RUN_MAX, size: 'max' })

/** One run; after a failure it is shrunk for a limited time. */
function property() {
  let failedAt = Number.POSITIVE_INFINITY
  return fc.asyncProperty(commands, async (list) => {
    if (performance.now() - failedAt > SHRINK_MS) return
    try {
      const books = { model: await openOrganization(tested) }
      await fc.asyncModelRun(() => ({ model: books, real: tested }), list)
      await compareWhole(tested, vault.database, books.model)
    } catch (error) {
      failedAt = Math.min(failedAt, performance.now())
      throw error
    }
  })
}

test(`the service agrees with the model after every random action (VAULT_MODEL_SEED=${seed})`, async (t) => {
  const startedAt = performance.now()
  let runs = 0
  let failed = false
  const work = async () => {
    while (!failed && commandsRun < commandsMin) {
      const number = runs
      runs += 1
      try {
        await fc.assert(property(), { seed: seed + number, numRuns: 1 })
        if (VAULT_MODEL_COMMANDS) process.stderr.write(`${commandsRun} commands, ${runs} runs\n`)
      } catch (error) {
        failed = true
        throw new Error(`VAULT_MODEL_SEED=${seed + number} fails`, { cause: error })
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: RUNS_AT_ONCE }, work))
  const seconds = (performance.now() - startedAt) / 1_000
  t.diagnostic(`seed ${seed}: ${commandsRun} commands in ${runs} runs, ${seconds.toFixed(1)} s`)
  const outcomes = [...tested.outcomes].toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (VAULT_MODEL_COMMANDS)
    for (const [outcome, count] of outcomes) t.diagnostic(`${count} ${outcome}`)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  assert.ok(commandsRun >= commandsMin)
})
