import { CONTESTANTS_EXPLAINED, type ContestantName } from './contestants.ts'
import { LOADS_EXPLAINED, type LoadName } from './loads.ts'
import { SLOTS, type VaultSize } from './made-up-vault.ts'
import type { MeasuredLoad } from './measured-rounds.ts'
import { MEASURES_HEAD, type Measure, measureLine } from './measures.ts'
import type { EarlierRun } from './performance-page.ts'
import { LOAD_TABLE_HEAD, loadLines } from './report.ts'
import type { RunFacts } from './run-facts.ts'
import { grouped } from './statistics.ts'

export interface Run {
  readonly facts: RunFacts
  readonly size: VaultSize
  readonly rounds: number
  readonly seconds: number
  readonly fillSeconds: number
  readonly loaderShareMax: number
  readonly measured: readonly MeasuredLoad[]
  readonly measures: readonly Measure[]
  /** What else was found: memory over the whole run, what `verify` said. */
  readonly remarks: readonly string[]
}

/** A run in words and tables, as it stands in docs/PERFORMANCE.md. */
export function runText(run: Run, earlier: EarlierRun | null): string {
  const { measured, remarks } = run
  const loads = [...new Set(measured.map(({ load }) => load))]
  const names = [...new Set(measured.flatMap(({ results }) => [...results.keys()]))]
  return [
    summaryText(run),
    ...(earlier === null ? [] : [earlierText(earlier)]),
    explained(names, loads),
    [LOAD_TABLE_HEAD, ...measured.map(loadLines)].join('\n'),
    ...remarks,
  ].join('\n\n')
}

/** Where it ran, how, and what was reached: for who has seen the loads go by. */
export function summaryText(run: Run): string {
  const { facts, measures } = run
  return [
    `Run of ${facts.at} UTC, commit ${facts.commit}. ${facts.machine}; ${facts.versions}.`,
    conditions(run),
    [MEASURES_HEAD, ...measures.map(measureLine)].join('\n'),
  ].join('\n\n')
}

function conditions({ size, rounds, seconds, fillSeconds, loaderShareMax }: Run): string {
  const counts = [
    `${grouped(size.accounts, 0)} accounts`,
    `${grouped(size.holders * SLOTS, 0)} items in ${grouped(size.holders, 0)} of them`,
    `${grouped(size.shipments, 0)} outbound shipments`,
  ].join(', ')
  return (
    'What loads, what answers and PostgreSQL share these processors, so no figure is what a machine ' +
    'of their own would give; compare within a run. One organization with ' +
    `${counts}, beside a second one with a thousand of each; filled in ` +
    `${grouped(fillSeconds, 0)} s. Each figure is the median of ${rounds} rounds of ${seconds} s, ` +
    'the contestants in turns, after a round that warms up; ratios are taken within a round, and max ' +
    'is the longest answer of all rounds. "CPU us" is what the answering process itself took for a ' +
    'request, without PostgreSQL: it tells more than the rate where something else runs beside. The ' +
    `loading process took at most ${grouped(loaderShareMax, 2)} of one processor. Every answer is ` +
    'judged: "refused as due" are transfers that had to be refused and were, "unexpected" is any other ' +
    'answer than the right one.'
  )
}

function explained(names: readonly ContestantName[], loads: readonly LoadName[]): string {
  return [
    ...names.map((name) => `- \`${name}\`: ${CONTESTANTS_EXPLAINED[name]}.`),
    ...loads.map((load) => `- \`${load}\`: ${LOADS_EXPLAINED[load]}.`),
  ].join('\n')
}

function earlierText({ facts, measures }: EarlierRun): string {
  const lines = measures.map(
    ({ what, reached, verdict }) => `| ${what} | ${reached} | ${verdict} |`,
  )
  return [
    `The run before, of ${facts.at} UTC, commit ${facts.commit}:`,
    ['| Measure | Reached | |', '|---|---|---|', ...lines].join('\n'),
  ].join('\n\n')
}
