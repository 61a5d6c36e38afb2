import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Measure } from './measures.ts'
import type { RunFacts } from './run-facts.ts'

const PAGE = fileURLToPath(new URL('../../docs/PERFORMANCE.md', import.meta.url))
const BEGIN = '<!-- bench:begin -->'
const END = '<!-- bench:end -->'
const RUN = /<!-- bench:run (.*) -->/

/** What a run leaves in the page for the next one to stand beside. */
export interface EarlierRun {
  readonly facts: Pick<RunFacts, 'at' | 'commit'>
  readonly measures: readonly Pick<Measure, 'what' | 'reached' | 'verdict'>[]
}

/** The run that wrote the section last; null where none did. */
export function earlierRun(page = readFileSync(PAGE, 'utf8')): EarlierRun | null {
  const [, found] = RUN.exec(page) ?? []
  return found === undefined ? null : (JSON.parse(found) as EarlierRun)
}

/** Puts a run's text into the page's section, in place of the last one. */
export function writeSection(text: string, run: EarlierRun): void {
  const page = readFileSync(PAGE, 'utf8')
  writeFileSync(PAGE, withSection(page, text, run))
}

export function withSection(page: string, text: string, run: EarlierRun): string {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`the page has no ${BEGIN} and ${END}`)
  const { facts, measures } = run
  const kept: EarlierRun = {
    facts: { at: facts.at, commit: facts.commit },
    measures: measures.map(({ what, reached, verdict }) => ({ what, reached, verdict })),
  }
  const remembered = `<!-- bench:run ${JSON.stringify(kept)} -->`
  const section = `${BEGIN}\n${remembered}\n\n${text}\n\n`
  return page.slice(0, begin) + section + page.slice(end)
}
